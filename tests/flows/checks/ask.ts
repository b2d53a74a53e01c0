import { type Answer, bearer } from "../../support/api-client.ts";
import { sendDescribed } from "../../support/api-contract.ts";
import { postForm, type RunningLicet } from "../../support/start-licet.ts";

export type { Answer } from "../../support/api-client.ts";

/** A token of a client, for these permissions of Licet's own. */
export async function issueTokenTo(
  licet: RunningLicet,
  client: { readonly client_id: string; readonly client_secret: string },
  scope: string,
): Promise<string> {
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    scope,
    ...client,
  });
  return String(body.access_token);
}

/** Asks with GET, or tells with POST when there is a body. */
export const send = (
  url: string,
  token: string | undefined,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  sendDescribed(
    { url },
    {
      method: body === undefined ? "GET" : "POST",
      path: "",
      body,
      headers: { ...(token !== undefined && bearer(token)), ...headers },
    },
  );
