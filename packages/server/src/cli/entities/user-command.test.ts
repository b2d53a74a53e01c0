import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = `
permissions: [{ name: closing, description: Close the books }]
groups: [{ name: sales }, { name: staff, members: [group:sales] }]
assignments: [{ principal: group:staff, permission: closing }]`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const run = (text: string, stdin?: string) => licet.run(text.split(" "), stdin);
const json = async (text: string) => JSON.parse((await run(`${text} -o json`)).stdout);

test("a user is created with all options, and shown with the groups and their assignments", async () => {
  const created = await run(
    'user create alice --email alice@example.test --name Alice --attributes {"department":"sales"} --group sales',
  );
  assert.equal(created.code, 0);
  assert.match(created.stdout, /^username +alice\nid +usr_\w{24}\n$/);
  const { id, assignments, ...user } = await json("user show alice");
  assert.deepEqual(user, {
    username: "alice",
    enabled: true,
    email: "alice@example.test",
    name: "Alice",
    attributes: { department: "sales" },
    has_password: false,
    groups: ["sales", "staff"],
  });
  assert.equal(assignments[0].principal, "group:staff");
  assert.match((await run(`user show ${id}`)).stdout, /^group:staff +closing +asg_/m);
});

test("a generated password is printed once, a given one never", async () => {
  const generated = await run("user create bob --generate-password");
  assert.match(generated.stdout, /^password +[0-9a-z]{20}$/m);
  assert.match(generated.stderr, /not shown again/);
  const given = await run("user create carol --password-stdin", "a word of her own\n");
  assert.equal(given.code, 0);
  assert.doesNotMatch(given.stdout + given.stderr, /a word of her own/);
  assert.equal((await json("user show carol")).has_password, true);
});

test("a new password replaces the old one and touches nothing else", async () => {
  const before = await json("user show alice");
  assert.match((await json("user password alice")).password, /^[0-9a-z]{20}$/);
  assert.deepEqual(await json("user show alice"), { ...before, has_password: true });
  const { code, stdout } = await run("user password user:alice --password-stdin", "another word\n");
  assert.equal(code, 0);
  assert.match(stdout, /^username +alice\n/);
  const short = await run("user password alice --password-stdin", "another\n");
  assert.equal(short.code, 1);
  assert.match(short.stderr, /a password needs at least 8 characters/);
});

test("a disabled user is denied everything, and gets all assignments back when enabled again", async () => {
  assert.equal((await run("check user:alice closing")).code, 0);
  assert.equal((await run("user disable alice")).stdout, "alice is now disabled\n");
  assert.equal((await run("user disable alice")).stdout, "alice was disabled already\n");
  assert.equal((await run("check user:alice closing")).code, 4);
  const { attributes } = await json("user show alice");
  assert.deepEqual(attributes, { department: "sales" });
  await run("user enable alice");
  assert.equal((await run("check user:alice closing")).code, 0);
});

test("the list can be searched and says when there is more", async () => {
  const { users, more } = await json("user list");
  assert.equal(users.length, 3);
  assert.equal(more, false);
  assert.ok(!JSON.stringify(users).includes("argon2"));
  assert.match((await run("user list --search ALI")).stdout, /^alice .+\n$/m);
  assert.equal((await json("user list --search zoe")).users.length, 0);
  const { stderr } = await run("user list --limit 2");
  assert.match(stderr, /There are more/);
});

test("a user command refuses wrong values and unknown names with a message", async () => {
  const cases: [argv: string, message: RegExp][] = [
    ["user create alice", /the user alice exists already/],
    ["user create usr_x", /"usr_x" is not a username/],
    ["user create dora --email nowhere", /"nowhere" is not an email address/],
    ["user create dora --email alice@example.test", /email "alice@example\.test" is taken/],
    ["user create dora --group nobody", /there is no group "nobody"/],
    ["user show nobody", /there is no user nobody/],
    ["user disable nobody", /there is no user nobody/],
  ];
  for (const [argv, message] of cases) {
    const { code, stderr } = await run(argv);
    assert.equal(code, 1, argv);
    assert.match(stderr, message);
  }
  assert.equal((await run("user create dora --generate-password --password-stdin", "x")).code, 2);
  assert.equal((await run("user create dora --attributes sales")).code, 2);
  assert.equal((await run("user list --limit 0")).code, 2);
});
