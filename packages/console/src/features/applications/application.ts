import type { Answer, AnswerOf, BodyOf } from "../../api/call-api.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { CLIENT_ID } from "../../auth/request-tokens.ts";
import { nameApplication } from "../../components/principals/name-principal.ts";

export type Application = AnswerOf<"GET /applications/{client_id}">;
/** Only this response contains the secret. */
export type CreatedApplication = AnswerOf<"POST /applications">;
export type ApplicationBody = BodyOf<"PUT /applications/{client_id}">;
export type ApplicationType = Application["type"];
export type Consent = "required" | "optional" | "implicit";

export const APPLICATION_TYPES = [
  "service",
  "web",
  "spa",
  "native",
] as const satisfies readonly ApplicationType[];

export const clientIdOf = ({ client_id, id }: Pick<Application, "client_id" | "id">): string =>
  client_id ?? id;
export const nameOf = (application: Application): string => nameApplication(application);
/** Licet's own client is shown like the others but cannot be changed. */
export const isOwn = (application: Application): boolean => clientIdOf(application) === CLIENT_ID;

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

export const toVersioned = ({
  body,
  etag,
}: Answer<"GET /applications/{client_id}">): Versioned<Application> => ({ value: body, etag });
