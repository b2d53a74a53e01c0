import assert from "node:assert/strict";
import { verifyJwt } from "../loads/answers.ts";
import { FORM_TYPE } from "../loads/forms.ts";
import { applicationAt, type Caller, GRANTED } from "../population.ts";
import { fetchPublishedKeys } from "../published-keys.ts";
import type { Load } from "../report/measurement.ts";
import type { ServerProcess } from "../server-process.ts";

/**
 * The token requests that every service can answer: two scopes, both granted, because the others refuse a request with
 * a scope that is not granted.
 */

export const PEER_CALLERS: readonly Caller[] = Array.from({ length: 1_000 }, (_, index) =>
  applicationAt(index),
);

const peerTokenForm = ({ clientId, clientSecret }: Caller): string =>
  new URLSearchParams({
    grant_type: "client_credentials",
    scope: GRANTED.join(" "),
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

/** All of them issue JWTs, which are verified with the published keys. */
export async function createPeerTokenLoad(
  server: ServerProcess,
  paths: { readonly token: string; readonly jwks: string },
  algorithm: "ES256" | "RS256",
): Promise<Load> {
  const keys = await fetchPublishedKeys(`http://127.0.0.1:${server.port}${paths.jwks}`);
  return {
    path: paths.token,
    contentType: FORM_TYPE,
    bodies: PEER_CALLERS.map(peerTokenForm),
    check(body, index) {
      const answer = JSON.parse(body) as { token_type: string; access_token: string; scope: string };
      assert.equal(answer.token_type.toLowerCase(), "bearer");
      for (const scope of GRANTED) assert.ok(answer.scope.split(" ").includes(scope), `no ${scope}`);
      const claims = verifyJwt(answer.access_token, algorithm, keys);
      assert.equal(claims.client_id, PEER_CALLERS[index]?.clientId);
    },
  };
}
