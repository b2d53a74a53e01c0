import { ConnectionError } from "./connection-error.ts";

export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string;
  /** RFC 6749 §2.3.1: true sends HTTP Basic, false sends the credentials in the form. */
  readonly inHeader?: boolean;
}

/** Posts a form to an OAuth endpoint like any client, without a cookie. Throws ConnectionError. */
export async function postAsClient(
  path: string,
  form: URLSearchParams,
  client?: ClientCredentials,
): Promise<Response> {
  const body = client && !client.inHeader ? withSecret(form, client) : form;
  const headers = client?.inHeader ? { authorization: basicCredentials(client) } : {};
  try {
    return await fetch(path, { method: "POST", body, headers, credentials: "omit" });
  } catch (error) {
    throw new ConnectionError("the server cannot be reached", { cause: error });
  }
}

/** Copies the form, so that the form of the caller, which the page may show, has no secret. */
function withSecret(form: URLSearchParams, { clientId, secret }: ClientCredentials): URLSearchParams {
  const formWithSecret = new URLSearchParams(form);
  formWithSecret.set("client_id", clientId);
  formWithSecret.set("client_secret", secret);
  return formWithSecret;
}

/** RFC 6749 §2.3.1: both are form-encoded before they become Basic credentials. */
const basicCredentials = ({ clientId, secret }: ClientCredentials): string =>
  `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}`;
