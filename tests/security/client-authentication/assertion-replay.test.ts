// @engine both: two nodes on PostgreSQL spend one assertion at the same moment.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { TestDatabase } from "../../support/databases.ts";
import { testOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { PUSH_CALLBACK, SHOP } from "../../support/shop.ts";
import { ENGINE, postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { createAssertionSigner } from "./assertion-signer.ts";

const BASE_URL = "http://licet.example.test";
const signer = await createAssertionSigner("ES256");
const registration = (id: string, more = "") =>
  `  - { client_id: ${id}, type: service, redirect_uris: [${PUSH_CALLBACK}], token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(signer.publicJwk)}] }${more} }`;
/** As libraries do that make assertions for an hour. */
const patient = registration("patient", ", client_assertion_max_lifetime: 3600");
const STATE = SHOP.replace(
  "assignments:",
  `${registration("signer")}\n${registration("neighbour")}\n${patient}\nassignments:`,
);

let database: TestDatabase;
let licet: RunningLicet;
before(async () => {
  database = await createServerDatabase(ENGINE);
  licet = await startLicet({ state: STATE, database, baseUrl: BASE_URL, settings: { allow_http: "true" } });
});
after(async () => {
  await licet.stop();
  await database.drop();
});

const assertion = (clientId = "signer", claims = {}) =>
  signer.credentials({ clientId, audience: BASE_URL, claims });
const TOKEN_FORM = { grant_type: "client_credentials", scope: "orders:read" };
const ask = (node: RunningLicet, credentials: Record<string, string>) =>
  postForm(`${node.url}/oidc/token`, { ...TOKEN_FORM, ...credentials });

describe("RFC 7523 §3, OpenID Connect Core §9: an assertion is accepted once", () => {
  for (const first of CLIENT_ENDPOINTS) {
    for (const second of CLIENT_ENDPOINTS) {
      test(`used at ${first.path}, it is refused at ${second.path}`, async () => {
        const credentials = await assertion();
        const use = (endpoint: typeof first) =>
          postForm(licet.url + endpoint.path, { ...endpoint.form("a-token"), ...credentials });
        assert.equal((await use(first)).status, first.accepted);
        assertRefused(await use(second), 401, "invalid_client");
      });
    }
  }

  test("a jti is spent, not the text: signing the same jti again does not help", async () => {
    const jti = randomUUID();
    assert.equal((await ask(licet, await assertion("signer", { jti }))).status, 200);
    const again = await assertion("signer", { jti, exp: Math.floor(Date.now() / 1000) + 200 });
    assertRefused(await ask(licet, again), 401, "invalid_client");
  });

  test("another client may have chosen the same jti", async () => {
    const jti = randomUUID();
    for (const clientId of ["signer", "neighbour"]) {
      assert.equal((await ask(licet, await assertion(clientId, { jti }))).status, 200);
    }
  });

  test("of 20 requests at once exactly one gets a token", async () => {
    const credentials = await assertion();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(licet, credentials)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 401, "invalid_client");
  });

  test("sweeping does not make it new", async () => {
    const credentials = await assertion();
    assert.equal((await ask(licet, credentials)).status, 200);
    const { storage, clock } = licet.services;
    await storage.sweeper.sweep(clock.seconds(), 1_000);
    assertRefused(await ask(licet, credentials), 401, "invalid_client");
  });

  test("for an hour, where the application allows it: and once in that hour", async () => {
    const now = Math.floor(Date.now() / 1000);
    const lasting = (clientId: string, seconds: number) =>
      assertion(clientId, { iat: now, exp: now + seconds, jti: randomUUID() });
    const credentials = await lasting("patient", 3600);
    assert.equal((await ask(licet, credentials)).status, 200);
    // Kept as long as it could be presented: what sweeps up later finds it still there.
    const { storage } = licet.services;
    for (const later of [0, 1_000, 3_600]) {
      await storage.sweeper.sweep(now + later, 1_000);
      assertRefused(await ask(licet, credentials), 401, "invalid_client");
    }
    const tooLong = await ask(licet, await lasting("patient", 3700));
    assertRefused(tooLong, 401, "invalid_client");
    assert.match(String(tooLong.body.error_description), /within 3600 seconds/);
    const refused = await ask(licet, await lasting("signer", 3600));
    assertRefused(refused, 401, "invalid_client");
    assert.match(
      String(refused.body.error_description),
      /must expire within 300 seconds; client_assertion_max_lifetime of the application sets it/,
    );
  });

  test("it is refused after a restart", async () => {
    const credentials = await assertion();
    assert.equal((await ask(licet, credentials)).status, 200);
    await licet.stop();
    licet = await startLicet({ state: "", database, baseUrl: BASE_URL, settings: { allow_http: "true" } });
    assertRefused(await ask(licet, credentials), 401, "invalid_client");
    assert.equal((await ask(licet, await assertion())).status, 200);
  });

  testOn(
    "postgres",
    "it is refused by every other node, and of requests to both at once exactly one succeeds",
    async () => {
      const other = await startLicet({
        state: "",
        database,
        baseUrl: BASE_URL,
        settings: { allow_http: "true" },
      });
      try {
        const credentials = await assertion();
        assert.equal((await ask(licet, credentials)).status, 200);
        assertRefused(await ask(other, credentials), 401, "invalid_client");
        for (let round = 0; round < 5; round++) {
          const contested = await assertion();
          const answers = await Promise.all(
            Array.from({ length: 10 }, (_, index) => ask(index % 2 ? licet : other, contested)),
          );
          assert.equal(answers.filter(({ status }) => status === 200).length, 1);
        }
      } finally {
        await other.stop();
      }
    },
  );
});
