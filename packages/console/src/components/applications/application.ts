import { type AnswerOf, type BodyOf, callApi } from "../../api/call-api.ts";
import type { Versioned } from "../../api/use-form-draft.ts";

export type Application = AnswerOf<"GET /applications/{client_id}">;
export type ApplicationBody = BodyOf<"PUT /applications/{client_id}">;
export type ApplicationType = Application["type"];

/** RFC 6749 §2.1: a client whose code its users can read cannot keep a secret. */
export const isPublicType = (type: ApplicationType): boolean => type === "spa" || type === "native";
export const signsUsersIn = (type: ApplicationType): boolean => type !== "service";

/** Turns a GET response into a PUT body. PUT replaces the whole object, so the body includes unchanged members. */
export function toBody({
  id: _id,
  client_id: _clientId,
  has_logo: _hasLogo,
  version: _version,
  created_at: _createdAt,
  updated_at: _updatedAt,
  ...body
}: Application): ApplicationBody {
  return body;
}

export const readApplication = async (clientId: string): Promise<Versioned<Application>> => {
  const { body, etag } = await callApi("GET /applications/{client_id}", { params: { client_id: clientId } });
  return { value: body, etag };
};
