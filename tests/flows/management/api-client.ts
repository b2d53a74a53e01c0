import { readContract } from "../../support/api-contract.ts";
import { postForm, type RunningLicet } from "../../support/start-licet.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API answers, looked at member by member
  readonly body: any;
  readonly text: string;
}

export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Secrets in these tests follow from the name. */
export const secretOf = (clientId: string): string => `${clientId}-secret`.padEnd(40, "-");

/** A caller of the management API with a token of the wanted scope, as a client would get it. */
export async function callerOf(licet: RunningLicet, clientId: string, scope = "licet:*"): Promise<Api> {
  const token = await tokenOf(licet, clientId, scope);
  return (method, path, body, headers = {}) =>
    send(licet, method, path, body, { authorization: `Bearer ${token}`, ...headers });
}

export async function tokenOf(licet: RunningLicet, clientId: string, scope: string): Promise<string> {
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: secretOf(clientId),
    scope,
  });
  return String(body.access_token);
}

/** Whatever comes back is what the OpenAPI document says. */
export async function send(
  licet: RunningLicet,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${licet.url}/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { hold } = await readContract(licet.url);
  hold(
    { method, path: `/api/v1${path}`, body },
    { status: response.status, headers: response.headers, text },
  );
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith("{") ? JSON.parse(text) : undefined,
    text,
  };
}

/** The pointers of a refused input. */
export const pointersOf = ({ body }: Answer): readonly string[] =>
  body.errors.map(({ pointer }: { pointer: string }) => pointer);
