import { readContract } from "../../support/api-contract.ts";
import { postForm, type RunningLicet } from "../../support/start-licet.ts";

/** A token of a client, for these permissions of Licet's own. */
export async function tokenOf(
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

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  readonly body: any;
}

/** Sends JSON with a bearer token and reads the answer, whatever it is: below /api/v1, what its document says. */
export async function send(
  url: string,
  token: string | undefined,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const method = body === undefined ? "GET" : "POST";
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { origin, pathname } = new URL(url);
  if (pathname.startsWith("/api/v1/"))
    (await readContract(origin)).hold(
      { method, path: pathname, body },
      { status: response.status, headers: response.headers, text },
    );
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
