import { ConnectionError } from "./connection-error.ts";
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

export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string;
  /** RFC 6749 §2.3.1: true sends HTTP Basic, false sends the credentials in the form. */
  readonly inHeader?: boolean;
}

/**
 * Calls the token endpoint like any client. Throws ConnectionError, or UnreadableAnswerError for a 5xx or non-JSON
 * response.
 */
export async function requestToken(form: URLSearchParams, client?: ClientCredentials): Promise<TokenAnswer> {
  const response = await post(client && !client.inHeader ? withSecret(form, client) : form, client);
  const body = (await response.json().catch(() => undefined)) as IssuedToken | TokenError | undefined;
  if (!body || response.status >= 500) throw new UnreadableAnswerError(response.status);
  return response.ok
    ? { issued: true, token: body as IssuedToken }
    : { issued: false, status: response.status, failure: body as TokenError };
}

/** Copies the form, so that the form of the caller, which the page may show, has no secret. */
function withSecret(form: URLSearchParams, { clientId, secret }: ClientCredentials): URLSearchParams {
  const formWithSecret = new URLSearchParams(form);
  formWithSecret.set("client_id", clientId);
  formWithSecret.set("client_secret", secret);
  return formWithSecret;
}

async function post(body: URLSearchParams, client: ClientCredentials | undefined): Promise<Response> {
  const headers = client?.inHeader ? { authorization: basicCredentials(client) } : {};
  try {
    return await fetch("/oidc/token", { method: "POST", body, headers, credentials: "omit" });
  } catch (error) {
    throw new ConnectionError("the server cannot be reached", { cause: error });
  }
}

/** RFC 6749 §2.3.1: both are form-encoded before they become Basic credentials. */
const basicCredentials = ({ clientId, secret }: ClientCredentials): string =>
  `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}`;
