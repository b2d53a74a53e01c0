// @engine both: two nodes on PostgreSQL create users with one address at the same moment.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { shareEmail } from "../../../packages/server/src/storage/contract/share-email.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Answer, type Caller, createCaller } from "./guarded-api.ts";
import { WORLD } from "./world.ts";

let licet: RunningLicet;
let admin: Caller;
before(async () => {
  licet = await startLicet({ state: WORLD });
  admin = await createCaller(licet, "admin", "licet:users.read licet:users.write");
  await created({ username: "erika", email: "Erika@Example.test" });
  await created({ username: "Max@Example.test" });
});
after(() => licet.stop());

async function created(user: object): Promise<void> {
  const { status, text } = await admin("POST", "/users", user);
  assert.equal(status, 201, text);
}

function assertConflict({ status, body, text }: Answer, conflict: Readonly<Record<string, string>>): void {
  assert.equal(status, 409, text);
  const told = Object.keys(conflict).map((name) => [name, body[name]]);
  assert.deepEqual(Object.fromEntries(told), conflict);
}

describe("no user can be mistaken for another at the login page", () => {
  const shared = { code: "taken", kind: "user", member: "email", name: "eRIKA@example.TEST" };
  const asEmail = { code: "sign_in_name_taken", member: "email", name: "max@example.test" };
  const asUsername = { code: "sign_in_name_taken", member: "username", name: "erika@example.test" };

  test("an address has one user, whatever its case, for new users and for old ones", async () => {
    await created({ username: "otto", email: "otto@example.test" });
    assertConflict(await admin("POST", "/users", { username: "x", email: shared.name }), shared);
    assertConflict(await admin("PUT", "/users/otto", { username: "otto", email: shared.name }), shared);
    assert.equal((await admin("GET", "/users/otto")).body.email, "otto@example.test");
  });

  test("no username is the address of another user, in both directions", async () => {
    assertConflict(await admin("POST", "/users", { username: "x", email: asEmail.name }), asEmail);
    assertConflict(await admin("POST", "/users", { username: asUsername.name }), asUsername);
    assertConflict(await admin("PUT", "/users/otto", { username: asUsername.name }), asUsername);
    await created({ username: "own@example.test", email: "Own@example.test" });
  });

  test("a file is told which value it is, and nothing of it is written", async () => {
    const file = `users: [{ username: new-one }, { username: x, email: "${shared.name}" }]`;
    await assert.rejects(licet.apply(file), /the email "eRIKA@example.TEST" is taken by another user/);
    await assert.rejects(
      licet.apply(`users: [{ username: new-one }, { username: ${asUsername.name} }]`),
      /the username "erika@example.test" is the email of another user/,
    );
    await assert.rejects(
      licet.apply('users: [{ username: p, email: "p@x.test" }, { username: q, email: "P@X.test" }]'),
      /is taken by another user/,
    );
    assert.equal((await admin("GET", "/users/new-one")).status, 404);
  });
});

test("of many at once, on every node there can be, one gets the address", async () => {
  const nodes = [licet];
  if (ENGINE === "postgres")
    nodes.push(await startLicet({ state: "", database: licet.database, baseUrl: licet.url }));
  try {
    const callers = await Promise.all(
      nodes.map((node) => createCaller(node, "admin", "licet:users.read licet:users.write")),
    );
    for (let round = 0; round < 5; round += 1) {
      const wanted = [
        { username: `a-${round}`, email: `Race-${round}@example.test` },
        { username: `b-${round}`, email: `race-${round}@EXAMPLE.test` },
        { username: `race-${round}@Example.Test` },
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

test("two users stored with one address stay as they are, and neither signs in by it", async () => {
  await created({ username: "twin-1", email: "twin@example.test" });
  await created({ username: "twin-2", email: "other@example.test" });
  const { users } = licet.services.storage;
  await shareEmail(licet.database.url, (await admin("GET", "/users/twin-2")).body.id, "Twin@example.test");
  assert.equal((await users.findIdByEmail("TWIN@example.test")).value, undefined, "nobody signs in by it");
  const { body } = await admin("GET", "/users/twin-2");
  const { status, text } = await admin("PUT", "/users/twin-2", {
    username: "twin-2",
    email: body.email,
    enabled: false,
  });
  assert.equal(status, 200, text);
});
