import { postForm } from "../support/start-licet.ts";

/** Fetches an access token of a client. It has the granted scopes, which may be fewer than the requested ones. */
export async function fetchToken(
  { url }: { readonly url: string },
  client: { readonly client_id: string; readonly client_secret: string },
  scope: string,
): Promise<string> {
  const { body } = await postForm(`${url}/oidc/token`, {
    grant_type: "client_credentials",
    scope,
    ...client,
  });
  return String(body.access_token);
}
