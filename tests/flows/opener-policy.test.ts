// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";

const ELSEWHERE = "https://app.example.test/callback";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({
    state: `
applications:
  - { client_id: app, type: spa, redirect_uris: [${ELSEWHERE}], delegated: [{ scope: openid }] }
`,
  });
});
after(() => licet.stop());

async function authorize(client: string, redirectUri: string, more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...more,
  });
  const { status, headers } = await fetch(`${licet.url}/oidc/auth?${query}`, { redirect: "manual" });
  return { status, location: headers.get("location"), policy: headers.get("cross-origin-opener-policy") };
}

test("a popup keeps its opener while it goes from one page of Licet to another", async () => {
  const toLogin = await authorize("licet-console", `${licet.url}/console/callback`);
  assert.equal(toLogin.status, 303);
  assert.match(String(toLogin.location), /^\/login\?/);
  assert.equal(toLogin.policy, "same-origin");
  const back = await authorize("licet-console", `${licet.url}/console/callback`, { prompt: "none" });
  assert.ok(back.location?.startsWith(`${licet.url}/console/callback?error=login_required`));
  assert.equal(back.policy, "same-origin");
});

test("a redirect to another server sends no opener policy, so that the application keeps its popup", async () => {
  const back = await authorize("app", ELSEWHERE, { prompt: "none" });
  assert.ok(back.location?.startsWith(`${ELSEWHERE}?error=login_required`));
  assert.equal(back.policy, null);
});
