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

/** Sends JSON with a bearer token and reads the answer, whatever it is. */
export async function send(
  url: string,
  token: string | undefined,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
