// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { basic } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { createPageBrowser } from "../login/page-browser.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { OWN, OWN_PASSWORD, PASSWORD, putSecret, putUser, REACHABLE, SECRET, STATE, store } from "./world.ts";

/** The accounts have names of their own, and came into the database past every check. */
async function startWithPublished(settings: Readonly<Record<string, string>>): Promise<RunningLicet> {
  const licet = await startLicet({ state: STATE, settings });
  const { services } = licet;
  const published = ["worker", "ak_own"].map((owner) => putSecret(services, owner));
  await store(services, [...published, await putUser("ada"), await putUser("somebody")]);
  return licet;
}

const askForToken = ({ url }: RunningLicet, client_id: string, client_secret: string) =>
  postForm(`${url}/oidc/token`, {
    grant_type: "client_credentials",
    scope: "licet:roles.read",
    client_id,
    client_secret,
  });

for (const settings of REACHABLE) {
  describe(`where ${JSON.stringify(settings)} lets others in, published credentials are wrong`, () => {
    let licet: RunningLicet;
    before(async () => {
      licet = await startWithPublished(settings);
    });
    after(() => licet.stop());

    test("a secret and a secret key, as any wrong one; the caller's own works", async () => {
      for (const client of ["worker", "ak_own"]) {
        const published = await askForToken(licet, client, SECRET);
        const wrong = await askForToken(licet, client, "a secret that was never stored anywhere");
        assertRefused(published, 401, "invalid_client", false);
        assert.deepEqual(published.body, wrong.body);
        assert.equal((await askForToken(licet, client, OWN)).status, 200);
      }
    });
  });
}

describe("where others can reach the server", () => {
  let licet: RunningLicet;
  before(async () => {
    licet = await startWithPublished({ allowed_hosts: "id.example.test" });
  });
  after(() => licet.stop());

  for (const { path, form } of CLIENT_ENDPOINTS)
    test(`a published secret is wrong at ${path}, in the form and by HTTP Basic`, async () => {
      const inForm = { ...form("a-token"), client_id: "worker", client_secret: SECRET };
      assertRefused(await postForm(licet.url + path, inForm), 401, "invalid_client", false);
      const byBasic = await postForm(licet.url + path, form("a-token"), basic("worker", SECRET));
      assertRefused(byBasic, 401, "invalid_client", true);
    });

  test("a published password is wrong for every user, and counts as an attempt", async () => {
    for (const username of ["ada", "somebody"]) {
      const browser = createPageBrowser(licet.url);
      const published = await browser.signIn(username, PASSWORD);
      assert.equal(published.status, 400);
      assert.equal(browser.sessionToken(), undefined);
      const wrong = await createPageBrowser(licet.url).signIn(username, "never anybody's password");
      assert.equal(published.status, wrong.status);
    }
    const browser = createPageBrowser(licet.url);
    let last = 0;
    for (let tries = 0; tries < 10 && last !== 429; tries++)
      last = (await browser.signIn("ada", PASSWORD)).status;
    assert.equal(last, 429);
  });

  test("a published password does not prove who changes it", async () => {
    const browser = createPageBrowser(licet.url);
    await browser.signIn("carol", OWN_PASSWORD);
    const { storage } = licet.services;
    const carol = (await storage.state.findUserByUsername("carol")) ?? assert.fail();
    assert.equal((await browser.get("/account")).status, 200);
    const { fields } = await browser.get("/account");
    const answer = await browser.post("/account/password", {
      csrf: fields.csrf,
      current_password: PASSWORD,
      new_password: "another password of my own",
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(await storage.state.findUserByUsername("carol"), carol);
  });
});

test("on a private server they work: that is what the demo is for", async (t) => {
  const licet = await startWithPublished({ allowed_hosts: "localhost:8080, [::1]" });
  t.after(() => licet.stop());
  assert.equal((await askForToken(licet, "worker", SECRET)).status, 200);
  const browser = createPageBrowser(licet.url);
  await browser.signIn("somebody", PASSWORD);
  assert.notEqual(browser.sessionToken(), undefined);
});
