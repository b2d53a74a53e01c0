import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder({ LICET_SECRET: "only an example of a secret of a server" });
after(() => licet.remove());

test("the values of one object leave the audit log once, and a name that names no object is refused", async () => {
  await licet.run(["apply", "-"], "roles: [{ name: clerk, description: Ada Lovelace }, { name: other }]");
  await licet.run(["apply", "-"], "roles: [{ name: clerk, description: somebody else }]");
  const erase = (...argv: readonly string[]) => licet.run(["audit", "erase", ...argv]);
  assert.deepEqual(JSON.parse((await erase("role:clerk", "--output", "json")).stdout), {
    target: "role:clerk",
    events: 2,
  });
  assert.equal((await erase("role:clerk")).stdout, "The audit log has no values of role:clerk.\n");
  assert.match((await erase("role:other")).stdout, /from 1 event of the audit log/);
  const refused = await erase("clerk");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /names no object; write it like user:usr_…/);
});

test("on SQLite, values that were removed are not in the file any more", async () => {
  const note = "Bob Marker ".repeat(150);
  await licet.run(["apply", "-"], JSON.stringify({ users: [{ username: "bob", attributes: { note } }] }));
  await licet.run(["apply", "-"], "users: [{ username: bob }]");
  const isInFile = () => readFileSync(join(licet.path, "data/licet.db")).includes("Bob Marker");
  assert.ok(isInFile());
  assert.match((await licet.run(["audit", "erase", "user:bob"])).stdout, /from 2 events/);
  assert.ok(!isInFile());
});

test("a user is found by the username; a name that no user has is refused, because events name users by id", async () => {
  await licet.run(["apply", "-"], "users: [{ username: ada, name: Ada Lovelace }]");
  const erase = (target: string) => licet.run(["audit", "erase", target]);
  assert.match((await erase("user:ada")).stdout, /^Removed the values of user:usr_\w+ from 1 event /);
  const { code, stderr } = await erase("user:adda");
  assert.equal(code, 1);
  assert.match(stderr, /there is no user adda; name a deleted user by the id/);
});
