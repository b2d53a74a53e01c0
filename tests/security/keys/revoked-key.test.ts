// @engine both: two nodes share a database on PostgreSQL.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describeOn } from "../../support/engines.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ORDERS_API, OTHER, REPORTS, SHOP } from "../../support/shop.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { assertInactive, introspect, issueToken } from "../issue-token.ts";
import { startPages } from "../login/start-pages.ts";
import { isSignedIn, signInAs, useApplication } from "../logout/use-application.ts";
import { createState } from "../logout/world.ts";
import { runCommand } from "./run-command.ts";

const STATE = `${SHOP}
  - { principal: application:other, permission: "licet:stats.read" }
`;
const kidOf = (token: string): string => String(decodeProtectedHeader(token).kid);
const callApi = async (licet: RunningLicet, token: string): Promise<number> =>
  (await fetch(`${licet.url}/api/v1/nodes`, { headers: { authorization: `Bearer ${token}` } })).status;
const publishedKids = async (licet: RunningLicet): Promise<readonly string[]> => {
  const jwks = (await (await fetch(`${licet.url}/oidc/jwks`)).json()) as { keys: { kid: string }[] };
  return jwks.keys.map(({ kid }) => kid);
};

async function start(
  t: TestContext,
  options: Partial<Parameters<typeof startLicet>[0]> = {},
): Promise<RunningLicet> {
  const licet = await startLicet({ state: STATE, ...options });
  t.after(() => licet.stop());
  return licet;
}

async function revoke(licet: RunningLicet, kid: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(licet.database, ["keys", "revoke", "--", kid]);
  assert.equal(code, 0, stderr);
  return stdout;
}

test("tokens of a revoked key are rejected with the next request, and its successor signs", async (t) => {
  const licet = await start(t);
  const token = await issueToken(licet, REPORTS, "orders:read");
  const apiToken = await issueToken(licet, OTHER, "licet:stats.read");
  // Used before, so that both are remembered as verified.
  assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true);
  assert.equal(await callApi(licet, apiToken), 200);
  const kid = kidOf(token);
  assert.equal(kidOf(apiToken), kid);

  const said = await revoke(licet, kid);
  if (ENGINE === "sqlite") {
    await assertInactive(licet, token, ORDERS_API);
    assert.equal(await callApi(licet, apiToken), 401);
  } else {
    await untilKnown(async () => (await introspect(licet, token, ORDERS_API)).body.active === false);
    assert.equal(await callApi(licet, apiToken), 401);
  }
  const fresh = await issueToken(licet, REPORTS, "orders:read");
  assert.notEqual(kidOf(fresh), kid);
  assert.ok(said.includes(`Revoked ${kid} (ES256, current). ${kidOf(fresh)} signs ES256 from now on.`), said);
  assert.match(said, /cached the JWKS go on accepting it for up to 300 seconds/);
  assert.equal((await introspect(licet, fresh, ORDERS_API)).body.active, true);
  await untilKnown(async () => !(await publishedKids(licet)).includes(kid));
  const keys = createRemoteJWKSet(new URL(`${licet.url}/oidc/jwks`));
  await jwtVerify(fresh, keys, { issuer: licet.url, audience: "https://orders.example.test" });
  await assert.rejects(jwtVerify(token, keys), /no applicable key/);
});

test("a node asked for nothing else publishes and signs with the successor as well", async (t) => {
  const licet = await start(t);
  const kid = kidOf(await issueToken(licet, REPORTS, "orders:read"));
  await revoke(licet, kid);
  await untilKnown(async () => !(await publishedKids(licet)).includes(kid));
  // Another worker may have answered.
  await untilKnown(async () => licet.services.keyRing.signer("ES256", Date.now()).kid !== kid);
});

test("the key that was to follow takes over at once, and a retired one never comes back", async (t) => {
  const clock = createMovableClock();
  // The server begins in the past, so that its next key is current for the commands of this time, too.
  clock.advance(-60);
  const settings = { jwks_max_age_seconds: "30", key_propagation_seconds: "0" };
  const licet = await start(t, { settings, clock });
  const { keyRing } = licet.services;
  const retired = keyRing.signer("ES256", clock.milliseconds()).kid;
  const { key: current } = await keyRing.rotate("ES256");
  assert.equal(kidOf(await issueToken(licet, REPORTS, "orders:read")), retired);
  clock.advance(60);
  const token = await issueToken(licet, REPORTS, "orders:read");
  assert.equal(kidOf(token), current.kid);
  const others = { jwks_max_age_seconds: "86400" };
  const { stdout } = await runCommand(licet.database, [
    "keys",
    "rotate",
    "--alg",
    "ES256",
    "-o",
    "json",
    ...flags(others),
  ]);
  const [next] = JSON.parse(stdout).keys as { kid: string; signs_from: string }[];
  assert.ok(Date.parse(next?.signs_from ?? "") > Date.now() + 3_600_000, "not for a day");

  await revoke(licet, current.kid);
  await untilKnown(async () => kidOf(await issueToken(licet, REPORTS, "orders:read")) === next?.kid);
  await assertInactive(licet, token, ORDERS_API);
  await revoke(licet, String(next?.kid));
  await untilKnown(async () => kidOf(await issueToken(licet, REPORTS, "orders:read")) !== next?.kid);
  const last = kidOf(await issueToken(licet, REPORTS, "orders:read"));
  assert.ok(![retired, current.kid, next?.kid].includes(last), "a new one");
});

const flags = (settings: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, value]);

test("an ID token of a revoked key is no hint, and its access token tells nothing of the user", async (t) => {
  const pages = await startPages({ state: createState() });
  t.after(() => pages.stop());
  const browser = await signInAs(pages.url, "ada");
  const got = await useApplication(pages.url, browser, { client_id: "shop" });
  const userinfo = () =>
    fetch(`${pages.url}/oidc/userinfo`, { headers: { authorization: `Bearer ${got.access_token}` } });
  assert.equal((await userinfo()).status, 200);
  for (const kid of [kidOf(got.id_token), kidOf(got.access_token)]) await revoke(pages, kid);
  await untilKnown(async () => (await userinfo()).status === 401);

  // With a hint that counts, the user would be signed out without a question.
  const answer = await browser.get(`/oidc/logout?${new URLSearchParams({ id_token_hint: got.id_token })}`);
  assert.equal(answer.status, 400);
  assert.equal(await isSignedIn(browser), true);
});

test("a revocation is on record, and one of a key that is not there is refused", async (t) => {
  const licet = await start(t);
  const kid = kidOf(await issueToken(licet, REPORTS, "orders:read"));
  await revoke(licet, kid);
  const [event] = await licet.services.storage.audit.list({ type: "key.revoked" }, 9);
  assert.deepEqual([event?.actor, event?.target], ["cli", `key:${kid}`]);
  for (const unknown of [kid, "nobody", "", "../../etc"]) {
    const { code, stderr } = await runCommand(licet.database, ["keys", "revoke", "--", unknown]);
    assert.equal(code, 1);
    assert.match(stderr, /^licet: there is no signing key .*; see licet keys list/);
  }
});

describeOn("postgres", "two nodes on one database", () => {
  test("revoked on one node is revoked on the other within two seconds, and both sign with one successor", async (t) => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "https://id.example.test";
    const one = await startLicet({ state: STATE, database, baseUrl });
    const two = await startLicet({ state: "", database, baseUrl });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    const token = await issueToken(one, OTHER, "licet:stats.read");
    for (const node of [one, two]) assert.equal(await callApi(node, token), 200);
    const revocation = await one.services.keyRing.revoke(kidOf(token), { name: "test" });
    assert.equal(await callApi(one, token), 401, "at once where it was revoked");
    await untilKnown(async () => (await callApi(two, token)) === 401);
    for (const node of [one, two]) {
      assert.equal(kidOf(await issueToken(node, REPORTS, "orders:read")), revocation?.signing.kid);
      await untilKnown(async () => !(await publishedKids(node)).includes(kidOf(token)));
    }
  });
});
