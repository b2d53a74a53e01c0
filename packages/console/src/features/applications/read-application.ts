import { callApi } from "../../api/call-api.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { type Application, toVersioned } from "./application.ts";

export const readApplication = async (clientId: string): Promise<Versioned<Application>> =>
  toVersioned(await callApi("GET /applications/{client_id}", { params: { client_id: clientId } }));
