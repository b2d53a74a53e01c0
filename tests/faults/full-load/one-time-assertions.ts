import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import type { AssertionSigner } from "../../security/client-authentication/assertion-signer.ts";
import type { ObservedRequests } from "../support/observed-requests.ts";

export const SIGNER = "signer";

/** An application that authenticates by assertions, up to the first of its assignments. */
export const registerSigner = ({ publicJwk }: AssertionSigner): string =>
  `  - { client_id: ${SIGNER}, name: Signs, type: service, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(publicJwk)}] } }
assignments:
  - { principal: application:${SIGNER}, permission: orders:read }`;

/** Presents one assertion four times at once, to whichever nodes the balancer chooses: one of them gets a token. */
export async function presentAssertion(
  signer: AssertionSigner,
  url: string,
  requests: ObservedRequests,
): Promise<readonly string[]> {
  const credentials = await signer.credentials({ clientId: SIGNER, audience: url });
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    scope: "orders:read",
    ...credentials,
  }).toString();
  const send = () =>
    requests.send("assertion", url + OAUTH_PATHS.token, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  const answers = await Promise.all([send(), send(), send(), send()]);
  const granted = answers.filter(({ status }) => status === 200).length;
  return granted === 1
    ? []
    : [`an assertion gave ${granted} tokens: ${answers.map(({ status }) => status).join(", ")}`];
}
