import { type Answer, bearer, type Caller } from "../../support/api-client.ts";
import { sendDescribed } from "../../support/api-contract.ts";
import { postForm, type RunningLicet } from "../../support/start-licet.ts";

export { type Answer, pointersOf } from "../../support/api-client.ts";
export type Api = Caller;

/** Secrets in these tests follow from the name. */
export const secretOf = (clientId: string): string => `${clientId}-secret`.padEnd(40, "-");

/** A caller of the management API with a token of the wanted scope, as a client would get it. */
export async function createCaller(licet: RunningLicet, clientId: string, scope = "licet:*"): Promise<Api> {
  const token = await issueTokenTo(licet, clientId, scope);
  return (method, path, body, headers = {}) =>
    send(licet, method, path, body, { ...bearer(token), ...headers });
}

export async function issueTokenTo(licet: RunningLicet, clientId: string, scope: string): Promise<string> {
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: secretOf(clientId),
    scope,
  });
  return String(body.access_token);
}

/** A call without a token, unless the headers have one. */
export const send = (
  licet: RunningLicet,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => sendDescribed(licet, { method, path: `/api/v1${path}`, body, headers });
