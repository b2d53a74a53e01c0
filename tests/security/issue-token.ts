import assert from "node:assert/strict";
import { postForm, type RunningLicet } from "../support/start-licet.ts";

export type Credentials = Readonly<{ client_id: string; client_secret: string }>;

/** Issues a token, and asserts that every requested scope was granted. */
export async function issueToken(
  licet: Pick<RunningLicet, "url">,
  credentials: Credentials,
  scope: string,
): Promise<string> {
  const { status, body, text } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    scope,
    ...credentials,
  });
  assert.equal(status, 200, text);
  assert.equal(body.scope, scope);
  return String(body.access_token);
}

export const introspect = (
  licet: Pick<RunningLicet, "url">,
  token: string,
  caller: Readonly<Record<string, string>>,
) => postForm(`${licet.url}/oidc/introspect`, { token, ...caller });

/** RFC 7662 §2.2: inactive, and no other member. */
export async function assertInactive(
  licet: Pick<RunningLicet, "url">,
  token: string,
  caller: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, text } = await introspect(licet, token, caller);
  assert.equal(status, 200);
  assert.equal(text, '{"active":false}');
}
