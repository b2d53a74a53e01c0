import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE, startLicet } from "../../support/start-licet.ts";
import { type Caller, fingerprint, type GuardedApi, withGuardedApi } from "./guarded-api.ts";

let licet: GuardedApi["licet"];
let api: Caller;
withGuardedApi((guarded) => {
  ({ licet, api } = guarded);
});

const ACTIONS = { read: { description: "See" } };

/** Identifiers that Licet accepts as its own audience, and other spellings of them. */
const SPELLINGS: readonly ((issuer: string) => string)[] = [
  (issuer) => issuer,
  (issuer) => `${issuer}/`,
  (issuer) => issuer.replace("http:", "HTTP:"),
  (issuer) => `${issuer}/api/v1`,
  (issuer) => `${issuer}/api/v1/`,
  (issuer) => `${issuer}/oidc/token`,
  (issuer) => `${issuer}/oidc/par`,
  (issuer) => `${issuer}/other/../oidc/userinfo`,
];

describe("RFC 8707 §3: no resource takes an audience of Licet itself", () => {
  for (const spell of SPELLINGS)
    test(`${spell("http://licet.example.test")} is refused on every path`, async () => {
      const identifier = spell(licet.url);
      const before = await fingerprint(licet);
      const created = await api("POST", "/resources", { name: "evil", identifier, actions: ACTIONS });
      assert.equal(created.status, 409, created.text);
      assert.deepEqual(
        created.body.errors.map(({ pointer, code, kind, name }: Record<string, unknown>) => [
          pointer,
          code,
          kind,
          name,
        ]),
        [["/identifier", "taken", "resource", "licet"]],
      );
      const replaced = await api("PUT", "/resources/orders", { identifier, actions: ACTIONS });
      assert.equal(replaced.status, 409, replaced.text);
      const line = JSON.stringify({ kind: "resource", name: "evil", identifier, actions: ACTIONS });
      const imported = await api("POST", "/import", line, { "content-type": "application/x-ndjson" });
      assert.equal(imported.status, 409, imported.text);
      const file = `resources: [{ name: evil, identifier: "${identifier}", actions: { read: { description: See } } }]`;
      await assert.rejects(licet.apply(file), /address of Licet itself/);
      assert.deepEqual(await fingerprint(licet), before);
    });

  test("other addresses of the same host are free", async () => {
    for (const path of ["/orders", "/oidcx", "/apiary/v1"]) {
      const resource = { name: "same-host", identifier: licet.url + path, actions: ACTIONS };
      const answer = await api("PUT", "/resources/same-host", resource);
      assert.ok([200, 201].includes(answer.status), answer.text);
    }
  });
});

describe("a server does not start at a base URL that a stored resource has as its identifier", () => {
  const BASE_URL = "https://licet.example.test";
  const start = (database: Awaited<ReturnType<typeof fill>>, baseUrl: string) =>
    startLicet({ state: "", database, baseUrl });

  async function fill(t: TestContext, identifier: string) {
    const database = await createServerDatabase(ENGINE);
    t.after(() => database.drop());
    const state = `resources: [{ name: orders, identifier: "${identifier}", actions: { read: { description: See } } }]`;
    const first = await startLicet({ state, database });
    await first.stop();
    return database;
  }

  test("it names the resource and what to change, and another base URL starts", async (t) => {
    const database = await fill(t, `${BASE_URL}/api/v1`);
    await assert.rejects(start(database, BASE_URL), /the resource orders .* licet apply.* LICET_BASE_URL/);
    const other = await start(database, "https://other.example.test");
    await other.stop();
  });
});
