import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Secret } from "../../../packages/server/src/accounts/entities.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { KEY, PUSH_CALLBACK, REPORTS, SHOP } from "../../support/shop.ts";
import { ENGINE, postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";

const SECOND_SECRET = "reports-second-secret-reports-second-secret";
/** Why the server of this test has one worker. */
const WRITTEN_LATER = "each worker writes the uses that it has seen";
const clock = createMovableClock();
let database: TestDatabase;
let licet: RunningLicet;
before(async () => {
  database = await createServerDatabase(ENGINE);
  licet = await startLicet({ state: SHOP, database, clock, oneWorker: WRITTEN_LATER });
  await licet.apply(
    `applications: [{ client_id: reports, client_secret: ${SECOND_SECRET}, name: Nightly reports, type: service, redirect_uris: [${PUSH_CALLBACK}] }]`,
  );
});
after(async () => {
  await licet.stop();
  await database.drop();
});
// Uses are noted by the minute: every test has one of its own.
beforeEach(() => clock.advance(120));

const use = (credentials: Record<string, string>, { path, form } = TOKEN) =>
  postForm(licet.url + path, { ...form("a-token"), ...credentials });
const TOKEN = CLIENT_ENDPOINTS[0] as (typeof CLIENT_ENDPOINTS)[number];

async function getSecret({ client_id, client_secret }: typeof REPORTS): Promise<Secret> {
  const { storage, secrets } = licet.services;
  const { value } = await storage.clients.find(client_id);
  const secret = value?.secrets.find(({ hash }) => secrets.matches(client_secret, hash));
  assert.ok(secret);
  return secret;
}

describe("RFC 6749 §2.3.1: the last use of each secret is on record", () => {
  for (const endpoint of CLIENT_ENDPOINTS) {
    for (const credentials of [REPORTS, KEY]) {
      test(`${credentials.client_id} at ${endpoint.path}`, async () => {
        const before = clock.seconds();
        assert.equal((await use(credentials, endpoint)).status, endpoint.accepted);
        await licet.services.clients.flushUse();
        const { lastUsedAt = 0 } = await getSecret(credentials);
        assert.ok(lastUsedAt >= before && lastUsedAt <= clock.seconds(), String(lastUsedAt));
      });
    }
  }

  test("of two live secrets only the one that was used", async () => {
    const second = { ...REPORTS, client_secret: SECOND_SECRET };
    assert.equal((await getSecret(second)).lastUsedAt, undefined);
    const { lastUsedAt: first } = await getSecret(REPORTS);
    assert.equal((await use(second)).status, 200);
    await licet.services.clients.flushUse();
    assert.notEqual((await getSecret(second)).lastUsedAt, undefined);
    assert.equal((await getSecret(REPORTS)).lastUsedAt, first);
  });

  test("a refused use is not one", async () => {
    const { lastUsedAt: first } = await getSecret(KEY);
    assert.equal((await use({ ...KEY, client_secret: REPORTS.client_secret })).status, 401);
    await licet.apply(
      "applications: [{ client_id: reports, name: Nightly reports, type: service, enabled: false }]",
    );
    assert.equal((await use(KEY)).status, 401);
    await licet.apply(
      "applications: [{ client_id: reports, name: Nightly reports, type: service, enabled: true }]",
    );
    await licet.services.clients.flushUse();
    assert.equal((await getSecret(KEY)).lastUsedAt, first);
  });

  test("a stop writes what is noted", async () => {
    const before = clock.seconds();
    assert.equal((await use(REPORTS)).status, 200);
    await licet.stop();
    licet = await startLicet({ state: "", database, clock, oneWorker: WRITTEN_LATER });
    const { lastUsedAt = 0 } = await getSecret(REPORTS);
    assert.ok(lastUsedAt >= before);
  });

  test("writing it down is no change of state: the revision stays", async () => {
    const { storage, clients } = licet.services;
    const before = await storage.state.revision();
    assert.equal((await use(REPORTS)).status, 200);
    await clients.flushUse();
    assert.equal(await storage.state.revision(), before);
  });
});
