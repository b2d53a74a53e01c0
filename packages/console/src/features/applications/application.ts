import type { Answer, AnswerOf } from "../../api/call-api.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { CLIENT_ID } from "../../auth/request-tokens.ts";
import type { Application, ApplicationType } from "../../components/applications/application.ts";
import { nameApplication } from "../../components/principals/name-principal.ts";

export type {
  Application,
  ApplicationBody,
  ApplicationType,
} from "../../components/applications/application.ts";
export { isPublicType, signsUsersIn, toBody } from "../../components/applications/application.ts";
/** Only this response contains the secret. */
export type CreatedApplication = AnswerOf<"POST /applications">;
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

export const toVersioned = ({
  body,
  etag,
}: Answer<"GET /applications/{client_id}">): Versioned<Application> => ({ value: body, etag });
