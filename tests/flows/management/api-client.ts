import { type Answer, bearer, type Caller } from "../../support/api-client.ts";
import { sendDescribed } from "../../support/api-contract.ts";
import type { RunningLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";

export { type Answer, type Caller, pointersOf } from "../../support/api-client.ts";

/** The secret of a client in these tests, computed from its id. */
export const secretOf = (clientId: string): string => `${clientId}-secret`.padEnd(40, "-");

/** Creates a caller of the management API, with a token that the client fetched. */
export async function createCaller(
  licet: RunningLicet,
  clientId: string,
  scope = "licet:*",
): Promise<Caller> {
  const token = await fetchTokenOf(licet, clientId, scope);
  return (method, path, body, headers = {}) =>
    send(licet, method, path, body, { ...bearer(token), ...headers });
}

export const fetchTokenOf = (licet: RunningLicet, clientId: string, scope: string): Promise<string> =>
  fetchToken(licet, { client_id: clientId, client_secret: secretOf(clientId) }, scope);

/** Sends a call without a token, unless the headers have one. */
export const send = (
  licet: RunningLicet,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => sendDescribed(licet, { method, path: `/api/v1${path}`, body, headers });
