import { type Answer, type AnswerOf, callApi } from "../../../api/call-api.ts";
import type { Versioned } from "../../../api/use-draft.ts";

export type Instance = AnswerOf<"GET /resources/{name}/instances/{id}">;

/** As parents and assignments name it. */
export const keyOf = ({ resource, id }: Pick<Instance, "resource" | "id">): string => `${resource}/${id}`;

export const toVersioned = ({
  body,
  etag,
}: Answer<"GET /resources/{name}/instances/{id}">): Versioned<Instance> => ({ value: body, etag });

export const readInstance = async (name: string, id: string): Promise<Versioned<Instance>> =>
  toVersioned(await callApi("GET /resources/{name}/instances/{id}", { params: { name, id } }));
