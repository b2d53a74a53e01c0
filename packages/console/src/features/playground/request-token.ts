import { ConnectionError } from "../../api/problem.ts";
import type { PlaygroundSearch } from "./playground-search.ts";

/** RFC 6749 §5.1, with what Licet adds. */
export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly scope_rejected: string;
}

/** RFC 6749 §5.2. */
export interface TokenFailure {
  readonly error: string;
  readonly error_description?: string;
}

export type TokenAnswer =
  | { readonly issued: true; readonly token: IssuedToken }
  | { readonly issued: false; readonly failure: TokenFailure };

/** Asks the token endpoint, as any client would. The secret goes into the body of this request and nowhere else. */
export async function requestToken(asked: PlaygroundSearch, secret: string): Promise<TokenAnswer> {
  const form = formOf(asked);
  form.set("client_secret", secret);
  let response: Response;
  try {
    response = await fetch("/oidc/token", { method: "POST", body: form, credentials: "omit" });
  } catch (error) {
    throw new ConnectionError("the server cannot be reached", { cause: error });
  }
  const body: unknown = await response.json();
  if (response.ok) return { issued: true, token: body as IssuedToken };
  if (response.status < 500) return { issued: false, failure: body as TokenFailure };
  throw new Error((body as TokenFailure).error_description ?? "the server cannot answer");
}

/** The same for a terminal. The secret is named, never written. */
export function curlOfTokenRequest(asked: PlaygroundSearch, origin: string): string {
  const lines = [
    `curl ${origin}/oidc/token`,
    ...[...formOf(asked)].map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`),
    '--data-urlencode "client_secret=$CLIENT_SECRET"',
  ];
  return lines.join(" \\\n  ");
}

function formOf({ client, scope, resource = [] }: PlaygroundSearch): URLSearchParams {
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: client ?? "" });
  if (scope !== undefined) form.set("scope", scope);
  for (const identifier of resource) form.append("resource", identifier);
  return form;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
