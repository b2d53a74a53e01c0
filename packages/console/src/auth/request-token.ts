import { type ClientCredentials, postAsClient } from "./post-as-client.ts";
import { UnreadableAnswerError } from "./unreadable-answer-error.ts";

/** RFC 6749 §5.1 and OpenID Connect Core §3.1.3.3, with Licet's extensions. */
export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly scope_rejected: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
}

/** RFC 6749 §5.2. */
interface TokenError {
  readonly error: string;
  readonly error_description?: string;
}

export type TokenAnswer =
  | { readonly issued: true; readonly token: IssuedToken }
  | { readonly issued: false; readonly status: number; readonly failure: TokenError };

/**
 * Calls the token endpoint like any client. Throws ConnectionError, or UnreadableAnswerError for a 5xx or non-JSON
 * response.
 */
export async function requestToken(form: URLSearchParams, client?: ClientCredentials): Promise<TokenAnswer> {
  const response = await postAsClient("/oidc/token", form, client);
  const body = (await response.json().catch(() => undefined)) as IssuedToken | TokenError | undefined;
  if (!body || response.status >= 500) throw new UnreadableAnswerError(response.status);
  return response.ok
    ? { issued: true, token: body as IssuedToken }
    : { issued: false, status: response.status, failure: body as TokenError };
}
