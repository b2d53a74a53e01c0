import type { FieldErrors } from "./playground-form.tsx";
import type { playgroundTexts } from "./texts.ts";

interface Failure {
  readonly error: string;
  readonly error_description?: string;
}

/** Maps an OAuth error to the request parameter that it concerns (RFC 6749 §5.2, RFC 8707 §2). */
export function fieldErrorsFrom(
  failure: Failure | undefined,
  isReal: boolean,
  texts: (typeof playgroundTexts)["en"],
): FieldErrors {
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
