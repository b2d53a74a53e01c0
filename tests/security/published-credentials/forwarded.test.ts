// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { hashPassword } from "../../../packages/server/src/accounts/passwords/password.ts";
import { PUBLISHED_CREDENTIALS_MESSAGE } from "../../../packages/server/src/accounts/published-credentials/published-credentials.ts";
import { rekeyDemo } from "../../../packages/server/src/cli/demo/rekey-demo.ts";
import { removeDemo } from "../../../packages/server/src/cli/demo/remove-demo.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import { openServices } from "../../../packages/server/src/services.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { sendRequest } from "../send-request.ts";
import { DEMO, putSecret, putUser, SECRET, STATE, store } from "./world.ts";

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { Forwarded: "for=192.0.2.1" },
  { forwarded: "" },
  { "X-Forwarded-For": "127.0.0.1" },
  { "X-Forwarded-Host": "demo.example.test" },
  { "x-forwarded-proto": "https" },
  { "X-Forwarded-Port": "443" },
  { "X-FORWARDED-ANYTHING": "x" },
  { Via: "1.1 proxy" },
];
const THROUGH_PROXY = { "X-Forwarded-For": "192.0.2.1" };

const get = (
  { url }: RunningLicet,
  path: string,
  headers: Readonly<Record<string, string>> = THROUGH_PROXY,
) => sendRequest("GET", url + path, { headers });
const getStatus = async (licet: RunningLicet) => (await get(licet, "/oidc/jwks")).status;

const assertBecomes = (licet: RunningLicet, status: number): Promise<void> =>
  untilKnown(async () => (await getStatus(licet)) === status);

describe("a private server whose published credentials work refuses every request from a proxy", () => {
  let licet: RunningLicet;
  before(async () => {
    licet = await startLicet({ state: DEMO, settings: { trusted_proxies: "127.0.0.1" } });
  });
  after(() => licet.stop());

  for (const headers of HEADERS)
    test(`${JSON.stringify(headers)} is 403`, async () => {
      const { status, text } = await get(licet, "/oidc/jwks", headers);
      assert.equal(status, 403);
      const problem = JSON.parse(text);
      assert.equal(problem.type, "urn:licet:problem:published_credentials");
      assert.equal(problem.detail, PUBLISHED_CREDENTIALS_MESSAGE);
    });

  test("the right credentials make no difference at the token endpoint", async () => {
    const form = {
      grant_type: "client_credentials",
      scope: "licet:roles.read",
      client_id: "admin",
      client_secret: SECRET,
    };
    const ask = (headers: Readonly<Record<string, string>>) =>
      sendRequest("POST", `${licet.url}/oidc/token`, {
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        chunks: [new URLSearchParams(form).toString()],
      });
    assert.equal((await ask({})).status, 200);
    const refused = await ask(THROUGH_PROXY);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /licet demo remove/);
  });

  test("a host that is not ours is told the same, since a tunnel brings one", async () => {
    const { status } = await get(licet, "/oidc/jwks", { ...THROUGH_PROXY, host: "demo.example.test" });
    assert.equal(status, 403);
  });

  for (const path of ["/login", "/account", "/console/", "/oidc/auth"])
    test(`${path} is a page that says so`, async () => {
      const { status, headers, text } = await get(licet, path);
      assert.equal(status, 403);
      assert.match(String(headers["content-type"]), /^text\/html/);
      assert.match(text, /licet demo rekey/);
      assert.equal(headers["set-cookie"], undefined);
      const inChinese = await get(licet, path, { ...THROUGH_PROXY, "accept-language": "zh" });
      assert.match(inChinese.text, /演示不能让他人访问/);
    });

  for (const path of [
    "/api/v1/users",
    "/access/v1/evaluation",
    "/.well-known/openid-configuration",
    "/nowhere",
    "/",
  ])
    test(`${path} is a problem`, async () => {
      const { status, text } = await get(licet, path);
      assert.equal(status, 403, text);
      assert.match(text, /urn:licet:problem:published_credentials/);
    });

  for (const path of ["/livez", "/readyz", "/metrics"])
    test(`${path} answers, since probes may come through a proxy`, async () =>
      assert.equal((await get(licet, path)).status, 200));

  test("requests without these headers are answered as ever", async () => {
    for (const headers of [{}, { "x-real-ip": "192.0.2.1" }, { "x-request-id": "via" }])
      assert.equal((await get(licet, "/oidc/jwks", headers)).status, 200);
  });
});

describe("whether they work is known at every request, whichever process changed it", () => {
  /** Another process on the same database, such as a command. */
  async function beside(licet: RunningLicet) {
    const { settings, log, clock } = licet.services;
    return openServices({ settings, log, clock });
  }

  for (const [name, work] of [
    ["licet demo rekey", rekeyDemo],
    ["licet demo remove", removeDemo],
  ] as const)
    test(`after ${name} beside it the server is open to proxies, until one is stored again`, async (t) => {
      const licet = await startLicet({ state: DEMO });
      const other = await beside(licet);
      t.after(async () => {
        await other.storage.close();
        await licet.stop();
      });
      assert.equal(await getStatus(licet), 403);
      await work(other);
      await assertBecomes(licet, 200);
      await store(other, [await putUser("somebody")]);
      await assertBecomes(licet, 403);
    });

  test("each secret and each password counts, and so does its end", async (t) => {
    const licet = await startLicet({ state: STATE });
    t.after(() => licet.stop());
    const { services } = licet;
    assert.equal(await getStatus(licet), 200);

    const secret = { id: "sec_published" };
    await store(services, [putSecret(services, "ak_own", SECRET, secret)]);
    assert.equal(await getStatus(licet), 403);
    const ended = { ...secret, expiresAt: services.clock.seconds() };
    await store(services, [putSecret(services, "ak_own", SECRET, ended)]);
    assert.equal(await getStatus(licet), 200);

    const user = { id: "usr_published" };
    await store(services, [await putUser("somebody", user)]);
    assert.equal(await getStatus(licet), 403);
    await store(services, [await putUser("somebody", { ...user, name: "Renamed" })]);
    assert.equal(await getStatus(licet), 403);
    const passwordHash = await hashPassword("another password");
    await store(services, [await putUser("somebody", { ...user, passwordHash })]);
    assert.equal(await getStatus(licet), 200);
  });

  test("a secret that ends by itself counts no longer than that", async (t) => {
    const clock = createMovableClock();
    const licet = await startLicet({ state: STATE, clock });
    t.after(() => licet.stop());
    const { services } = licet;
    const expiresAt = clock.seconds() + 60;
    await store(services, [putSecret(services, "worker", SECRET, { expiresAt })]);
    assert.equal(await getStatus(licet), 403);
    clock.advance(61);
    assert.equal(await getStatus(licet), 200);
  });

  test("more changes than are remembered one by one lose nothing", async (t) => {
    const licet = await startLicet({ state: STATE });
    t.after(() => licet.stop());
    assert.equal(await getStatus(licet), 200);
    const many = Array.from({ length: 1_100 }, (_, index): Change => {
      const value = { id: `usr_${index}`, username: `u${index}`, enabled: true, attributes: {} };
      return { op: "put", kind: "user", value };
    });
    await store(licet.services, [...many, await putUser("somebody")]);
    assert.equal(await getStatus(licet), 403);
  });
});
