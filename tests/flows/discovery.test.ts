// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SHOP } from "../support/shop.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

const getJson = async (path: string) => {
  const response = await fetch(licet.url + path);
  return { response, body: (await response.json()) as Record<string, unknown> };
};

test("both discovery documents name this issuer and only endpoints that answer", async () => {
  for (const path of ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]) {
    const { response, body } = await getJson(path);
    assert.equal(response.status, 200);
    assert.equal(body.issuer, licet.url);
    for (const [member, value] of Object.entries(body)) {
      if (!member.endsWith("_endpoint") && member !== "jwks_uri") continue;
      const { status, headers } = await fetch(value as string, { method: "DELETE" });
      assert.equal(status, 405, `${member} is a path with declared methods`);
      assert.match(headers.get("allow") ?? "", /GET|POST/, member);
    }
  }
});

test("the JWKS holds one public key for each algorithm and says how long it may be kept", async () => {
  const { response, body } = await getJson("/oidc/jwks");
  assert.equal(response.headers.get("cache-control"), "public, max-age=300");
  const keys = body.keys as Record<string, string>[];
  assert.deepEqual(keys.map(({ alg }) => alg).sort(), ["ES256", "EdDSA", "RS256"]);
});

test("the probes answer", async () => {
  assert.equal((await getJson("/livez")).response.status, 200);
  assert.equal((await getJson("/readyz")).response.status, 200);
  const metrics = await (await fetch(`${licet.url}/metrics`)).text();
  assert.match(metrics, /licet_revision \d+/);
});
