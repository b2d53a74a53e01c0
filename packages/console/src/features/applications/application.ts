import type { AnswerOf } from "../../api/call-api.ts";
import { CLIENT_ID } from "../../auth/request-tokens.ts";
import type { Application, ApplicationType } from "../../components/applications/application.ts";

export type {
  Application,
  ApplicationBody,
  ApplicationType,
} from "../../components/applications/application.ts";
export { isPublicType, signsUsersIn } from "../../components/applications/application.ts";
export { nameApplication as nameOf } from "../../components/principals/name-principal.ts";
/** Only this response contains the secret. */
export type CreatedApplication = AnswerOf<"POST /applications">;
export type Consent = "required" | "optional" | "implicit";

export const APPLICATION_TYPES = [
  "service",
  "web",
  "spa",
  "native",
] as const satisfies readonly ApplicationType[];

/** Licet's own client is shown like the others but cannot be changed. */
export const isOwn = ({ client_id }: Pick<Application, "client_id">): boolean => client_id === CLIENT_ID;
