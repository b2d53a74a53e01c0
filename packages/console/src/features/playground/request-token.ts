import { requestToken, type TokenAnswer } from "../../auth/request-token.ts";
import type { PlaygroundSearch } from "./playground-search.ts";

/** Requests a real token. */
export const requestClientToken = (asked: PlaygroundSearch, secret: string): Promise<TokenAnswer> =>
  requestToken(formOf(asked), { clientId: asked.client ?? "", secret });

/** The same request as a shell command. It names the variable of the secret, never the secret. */
export function describeTokenRequest(asked: PlaygroundSearch, origin: string): string {
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
