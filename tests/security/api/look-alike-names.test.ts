// @engine both: two nodes on PostgreSQL, with two workers each, create users with look-alike names at the same moment.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Answer, type Caller, createCaller } from "./guarded-api.ts";
import { WORLD } from "./world.ts";

const SCOPE = "licet:users.read licet:users.write";

let licet: RunningLicet;
let admin: Caller;
before(async () => {
  licet = await startLicet({ state: WORLD, ...(ENGINE === "postgres" && { workers: 2 }) });
  admin = await createCaller(licet, "admin", SCOPE);
  const { status, text } = await admin("POST", "/users", { username: "erika", email: "erika@example.test" });
  assert.equal(status, 201, text);
});
after(() => licet.stop());

function assertConflict({ status, body, text }: Answer, conflict: Readonly<Record<string, string>>): void {
  assert.equal(status, 409, text);
  const told = Object.keys(conflict).map((name) => [name, body[name]]);
  assert.deepEqual(Object.fromEntries(told), conflict);
}

const taken = (member: "username" | "email", name: string) => ({ code: "taken", kind: "user", member, name });

describe("no user gets a name that looks like that of another user", () => {
  test("by the API, for new users and for old ones", async () => {
    assert.equal((await admin("POST", "/users", { username: "otto" })).status, 201);
    for (const name of ["Erika", "ERIKA", "ｅrika"]) {
      assertConflict(await admin("POST", "/users", { username: name }), taken("username", name));
      assertConflict(await admin("PUT", "/users/otto", { username: name }), taken("username", name));
    }
    const email = "ｅrika@Example.test";
    assertConflict(await admin("POST", "/users", { username: "x", email }), taken("email", email));
    assertConflict(await admin("POST", "/users", { username: email }), {
      code: "sign_in_name_taken",
      member: "username",
      name: email,
    });
    const { status, text } = await admin("PUT", "/users/erika", { username: "ERIKA", email });
    assert.equal(status, 200, text);
    assert.equal((await admin("PUT", "/users/ERIKA", { username: "erika" })).status, 200);
  });

  test("by a configuration file, which is refused as a whole", async () => {
    for (const file of [
      "users: [{ username: new-one }, { username: Erika }]",
      "users: [{ username: new-one }, { username: eve }, { username: Eve }]",
    ])
      await assert.rejects(licet.apply(file), /the username "[Ee]\w+" is taken by another user/);
    assert.equal((await admin("GET", "/users/new-one")).status, 404);
  });

  test("by an import, which names the line", async () => {
    const importer = await createCaller(licet, "admin", `${SCOPE} licet:import`);
    const lines = ["imported", "ＥRIKA"].map((username) => `${JSON.stringify({ kind: "user", username })}\n`);
    const ndjson = { "content-type": "application/x-ndjson" };
    const { status, body, text } = await importer("POST", "/import", lines.join(""), ndjson);
    assert.equal(status, 409, text);
    assert.deepEqual([body.refused[0].line, body.refused[0].code], [2, "taken"], text);
    assert.match(text, /ＥRIKA/);
    assert.equal((await admin("GET", "/users/imported")).status, 404);
  });

  test("that was given up, in any spelling", async () => {
    assert.equal((await admin("POST", "/users", { username: "Gone" })).status, 201);
    assert.equal((await admin("DELETE", "/users/Gone")).status, 204);
    for (const name of ["Gone", "gone", "ｇONE"])
      assertConflict(await admin("POST", "/users", { username: name }), { code: "name_reserved", name });
  });
});

test("of many at once, on every node and worker, one gets the name", async () => {
  const nodes = [licet];
  if (ENGINE === "postgres")
    nodes.push(await startLicet({ state: "", database: licet.database, baseUrl: licet.url, workers: 2 }));
  try {
    const callers = await Promise.all(nodes.map((node) => createCaller(node, "admin", SCOPE)));
    for (let round = 0; round < 5; round += 1) {
      const wanted = [
        { username: `race-${round}@example.test` },
        { username: `RACE-${round}@example.test` },
        { username: `ｒace-${round}@example.test` },
        { username: `x-${round}`, email: `Race-${round}@example.test` },
      ];
      const answers = await Promise.all(
        wanted.flatMap((user) => callers.map((call) => call("POST", "/users", user))),
      );
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
        201,
        ...answers.slice(1).map(() => 409),
      ]);
    }
  } finally {
    await Promise.all(nodes.slice(1).map((node) => node.stop()));
  }
});
