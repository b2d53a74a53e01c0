import { type Application, isPublicType } from "../../components/applications/application.ts";
import type { PlaygroundSearch } from "./playground-search.ts";
import type { playgroundTexts } from "./texts.ts";

type Texts = (typeof playgroundTexts)["en"];

/** The error of each field: a missing input, or what the server reported about the request parameter. */
export interface FieldErrors {
  readonly client?: string;
  readonly user?: string;
  readonly scope?: string;
  readonly resource?: string;
  readonly secret?: string;
}

interface Entered {
  readonly typed: PlaygroundSearch;
  readonly secret: string;
  readonly application: Application | undefined;
}

/** Finds what is missing before the request can be sent. */
export function findMissingInput({ typed, secret, application }: Entered, texts: Texts): FieldErrors {
  const { mode, client, user, scope, resource } = typed;
  const isPublic = application !== undefined && isPublicType(application.type);
  // RFC 9126 §2: a client with a secret authenticates when it pushes its request.
  const pushes = application?.require_pushed_authorization_requests === true && !isPublic;
  const needsSecret = mode === "real" || (mode === "sign-in" && pushes);
  return {
    ...(client === undefined && { client: texts.clientNeeded }),
    ...(needsSecret && secret === "" && { secret: texts.secretNeeded }),
    ...(scope === undefined && resource === undefined && { scope: texts.scopeNeeded }),
    ...(mode === undefined && isPublic && user === undefined && { user: texts.userRequired }),
  };
}

interface Failure {
  readonly error: string;
  readonly error_description?: string;
}

/** Maps an OAuth error to the request parameter that it concerns (RFC 6749 §5.2, RFC 8707 §2). */
export function fieldErrorsFrom(failure: Failure | undefined, isReal: boolean, texts: Texts): FieldErrors {
  if (!failure) return {};
  const { error, error_description: description = error } = failure;
  switch (error) {
    case "invalid_client":
      return isReal ? { secret: texts.wrongSecret } : { client: description };
    case "unauthorized_client":
      return { client: description };
    case "invalid_grant":
      return { user: description };
    case "invalid_scope":
    case "invalid_request":
      return { scope: description };
    case "invalid_target":
      return { resource: description };
    default:
      return {};
  }
}
