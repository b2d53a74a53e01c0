import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = "{ users: [{ username: alice }, { username: bob }], roles: [{ name: clerk }] }";
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const run = (text: string, ...more: string[]) => licet.run([...text.split(" "), ...more]);

test("a group is created with members, shown with what it has, and listed", async () => {
  await run("group create sales");
  const { code, stderr } = await run(
    "group create support --member user:alice --member group:sales --description",
    "Answers",
  );
  assert.equal(code, 0, stderr);
  await run("grant group:support clerk");
  const { stdout } = await run("group show support");
  assert.match(stdout, /^description +Answers$/m);
  assert.match(stdout, /^MEMBER\ngroup:sales\nuser:alice$/m);
  assert.match(stdout, /^clerk +asg_/m);
  assert.match((await run("group show sales")).stdout, /^is in +support$/m);
  assert.match((await run("group list")).stdout, /^support +Answers$/m);
});

test("a group that exists is not created again, and its members stay", async () => {
  const { code, stderr } = await run("group create support --member user:bob");
  assert.equal(code, 1);
  assert.match(stderr, /the group support exists already; licet group add puts members into it/);
  assert.doesNotMatch((await run("group show support")).stdout, /bob/);
});

test("members are added and removed, and what was so already is said", async () => {
  assert.equal(
    (await run("group add support user:alice user:bob")).stdout,
    "user:alice was already in support\nuser:bob is now in support\n",
  );
  const removed = await run("group remove support user:bob group:clerks -o json");
  assert.deepEqual(JSON.parse(removed.stdout).removed, ["user:bob"]);
  assert.match((await run("group add support user:nobody")).stderr, /there is no user "nobody"/);
  assert.match((await run("group add sales group:support")).stderr, /contains|circle|itself/);
  assert.equal((await run("group add support alice")).code, 2);
});

test("a group in use is deleted only with --cascade, and its members stay", async () => {
  const used = await run("group delete support");
  assert.equal(used.code, 1);
  assert.match(
    used.stderr,
    /the group support is in use; --cascade also deletes or changes\n {2}clerk, assigned to group:support/,
  );
  const { stdout } = await run("group delete support --cascade");
  assert.equal(stdout, "the group support was deleted\nwith it: clerk, assigned to group:support\n");
  assert.equal((await run("user show alice")).code, 0);
  assert.match(
    (await run("group show supprt")).stderr,
    /there is no group supprt; licet group list shows them/,
  );
});
