import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See }, write: { description: Change } }
users: [{ username: alice }]`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const run = (text: string, ...more: string[]) => licet.run([...text.split(" "), ...more]);

test("roles are created with grants, conditions and inherited roles", async () => {
  assert.equal((await run("role create viewer --grant orders:read --description", "Looks on")).code, 0);
  const when = 'orders:write when request.ip == "10.0.0.7"';
  assert.equal((await run("role create clerk --inherit viewer --grant", when)).code, 0);
  const { roles } = JSON.parse((await run("role list -o json")).stdout);
  assert.deepEqual(
    roles.find(({ name }: { name: string }) => name === "clerk"),
    {
      name: "clerk",
      inherits: ["viewer"],
      grants: [{ permission: "orders:write", when: 'request.ip == "10.0.0.7"' }],
    },
  );
});

test("a role is shown with all its permissions and the principals that have it", async () => {
  await run("grant user:alice clerk --at orders/42");
  const { stdout } = await run("role show clerk");
  assert.match(stdout, /^PERMISSION +THROUGH +WHEN$/m);
  assert.match(stdout, /^orders:read +clerk > viewer +-$/m);
  assert.match(stdout, /^orders:write +- +request\.ip == "10\.0\.0\.7"$/m);
  assert.match(stdout, /^user:alice +orders\/42 +- +-$/m);
  const { permissions, assignments } = JSON.parse((await run("role show clerk -o json")).stdout);
  assert.deepEqual(permissions[0], { permission: "orders:read", roles: ["clerk", "viewer"] });
  assert.equal(assignments.length, 1);
});

test("a role that exists is not created again, and nothing of it changes", async () => {
  const { code, stderr } = await run("role create viewer --grant orders:write");
  assert.equal(code, 1);
  assert.match(stderr, /the role viewer exists already/);
  assert.doesNotMatch((await run("role show viewer")).stdout, /orders:write/);
});

test("a role cannot refer to a role or a permission that does not exist", async () => {
  const { code, stderr } = await run("role create x --inherit nobody --grant orders:reed");
  assert.equal(code, 1);
  assert.match(stderr, /there is no role "nobody"/);
  assert.match(stderr, /"orders:reed" is not in the catalogue/);
  assert.match(
    (await run("role create x --grant", "orders:read when ip == 1")).stderr,
    /^licet: the condition: /,
  );
});

test("a role in use is deleted only with --cascade, and the output names the principals that lose it", async () => {
  const used = await run("role delete viewer");
  assert.equal(used.code, 1);
  assert.match(used.stderr, /the role viewer is in use; --cascade would take it from\n {2}role clerk\n/);
  assert.match((await run("role delete viewer --cascade")).stdout, /^the role clerk no longer inherits it$/m);
  assert.match((await run("role delete clerk")).stderr, /user:alice, who has clerk at orders\/42/);
  const { stdout } = await run("role delete clerk --cascade");
  assert.equal(stdout, "the role clerk was deleted\nuser:alice no longer has it\n");
  assert.match((await run("role show clerk")).stderr, /there is no role clerk/);
});

test("Licet's own role stays", async () => {
  const { code, stderr } = await run("role delete licet-administrator --cascade");
  assert.equal(code, 1);
  assert.match(stderr, /licet-administrator is Licet's own role and stays/);
  assert.equal((await run("role show licet-administrator")).code, 0);
});

test("what others wrote cannot control the terminal, nor look like another row", async () => {
  const state = {
    roles: [
      {
        name: "hostile",
        description: "\u001b[2J\u009b31m\u202Eevil\rrow",
        grants: [{ permission: "orders:read", when: "subject.id == '\u001b]52;c;x\u0007'" }],
      },
    ],
    groups: [{ name: "hostile", description: "one\nadmins  everyone" }],
    assignments: [{ principal: "user:alice", role: "hostile", when: "'\u001b[31m' == ''" }],
  };
  assert.equal((await licet.run(["apply", "-"], JSON.stringify(state))).code, 0);
  const commands = ["role list", "role show hostile", "group list", "group show hostile", "assignments list"];
  for (const command of [...commands, "explain user:alice orders:read", "role show hostile -o json"]) {
    const { stdout, stderr } = await run(command);
    assert.match(stdout, /hostile|u001b/, command);
    assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]|\p{Bidi_Control}/u, command);
    assert.doesNotMatch(stdout, /^admins/m, command);
  }
});
