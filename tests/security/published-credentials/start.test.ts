import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { verifyPassword } from "../../../packages/server/src/accounts/passwords/password.ts";
import { PUBLISHED_CREDENTIALS_MESSAGE } from "../../../packages/server/src/accounts/published-credentials/published-credentials.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import { testHashName } from "../../../packages/server/src/directory/testing/hash-name.ts";
import type { Services } from "../../../packages/server/src/services.ts";
import { openStorage } from "../../../packages/server/src/storage/open-storage.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE, startLicet } from "../../support/start-licet.ts";
import { DEMO, PASSWORD, putSecret, putUser, REACHABLE, SECRET, STATE, store } from "./world.ts";

type Prepare = (services: Services) => Promise<readonly Change[]>;

/** A database that a private server has filled. */
async function fill(t: TestContext, state: string, prepare: Prepare = async () => []) {
  const database = await createServerDatabase(ENGINE);
  t.after(() => database.drop());
  const licet = await startLicet({ state, database });
  await store(licet.services, await prepare(licet.services));
  const revision = await licet.services.storage.state.revision();
  await licet.stop();
  return { database, revision };
}

const refusal = (error: Error, name: string): boolean =>
  error.message.startsWith(PUBLISHED_CREDENTIALS_MESSAGE) && error.message.includes(name);

describe("a server that others can reach does not start on the demo", () => {
  for (const settings of REACHABLE)
    test(JSON.stringify(settings), async (t) => {
      const { database, revision } = await fill(t, DEMO);
      await assert.rejects(startLicet({ state: "", database, settings }), (error: Error) => {
        for (const name of ["licet demo remove", "licet demo rekey", "LICET_HOST", "admin", "ak_demo", "ada"])
          assert.ok(refusal(error, name), error.message);
        assert.ok(!error.message.includes(SECRET) && !error.message.includes(PASSWORD));
        return true;
      });
      const storage = await openStorage({
        databaseUrl: database.url,
        clock: systemClock,
        hashName: testHashName,
      });
      assert.equal(await storage.state.revision(), revision, "nothing was written");
      await storage.close();
    });
});

/** As versions before the mark have stored it. */
const UNMARKED =
  "$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$2li9WtFGlvSOW9dd58ArRnEDli5O91FvaLH4kvMJbHY";

const found: readonly (readonly [what: string, name: string, Prepare])[] = [
  [
    "a second live secret of an application with another name",
    "worker",
    async (services) => [putSecret(services, "worker")],
  ],
  [
    "a secret that ends later",
    "worker",
    async (services) => [
      putSecret(services, "worker", SECRET, { expiresAt: services.clock.seconds() + 3_600 }),
    ],
  ],
  [
    "a published password as the key of an access account",
    "ak_own",
    async (services) => [putSecret(services, "ak_own", "correct horse battery staple")],
  ],
  ["a password of a user with another name", "somebody", async () => [await putUser("somebody")]],
  ["a password of a disabled user", "somebody", async () => [await putUser("somebody", { enabled: false })]],
  [
    "a password that an older version has stored, of a user of the examples",
    "ada",
    async () => [await putUser("ada", { passwordHash: UNMARKED })],
  ],
];
describe("it is found, of any owner", () => {
  for (const [what, name, prepare] of found)
    test(what, async (t) => {
      const { database } = await fill(t, STATE, prepare);
      const settings = { allowed_hosts: "id.example.test" };
      await assert.rejects(startLicet({ state: "", database, settings }), (error: Error) =>
        refusal(error, name),
      );
    });

  test("the hash of the older version is what it says", async () =>
    assert.ok(await verifyPassword(PASSWORD, UNMARKED)));
});

const harmless: readonly (readonly [what: string, Prepare])[] = [
  [
    "a published secret that has ended",
    async (services) => [putSecret(services, "worker", SECRET, { expiresAt: services.clock.seconds() })],
  ],
  [
    "a user of the examples with a password of their own",
    async () => {
      const salt = randomBytes(16).toString("base64").slice(0, 22);
      return [await putUser("ada", { passwordHash: UNMARKED.replace(/\$A[^$]+/, `$${salt}`) })];
    },
  ],
];
for (const [what, prepare] of harmless)
  test(`${what} keeps no server from starting`, async (t) => {
    const { database } = await fill(t, STATE, prepare);
    const licet = await startLicet({ state: "", database, settings: { allowed_hosts: "id.example.test" } });
    await licet.stop();
  });
