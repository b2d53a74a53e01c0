import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const STATE = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders } }
applications:
  - { client_id: reports, type: service }
assignments:
  - { principal: application:reports, permission: orders:read }
`;

const licet = createLicetFolder();
writeFileSync(join(licet.path, "state.yaml"), STATE);
after(() => licet.remove());

test("a dry run prints the changes and writes nothing of the file, also where it creates the database", async () => {
  const { code, stdout, stderr } = await licet.run(["apply", "state.yaml", "--dry-run"]);
  assert.equal(code, 0);
  assert.match(stdout, /^\+ resource orders$/m);
  assert.match(stdout, /^a client_secret would be generated for reports$/m);
  assert.doesNotMatch(stdout, /lsk_/);
  assert.equal(
    stderr,
    "Created a new database: data/licet.db\nNothing of the file was written: this was a dry run.\n",
  );
  const { applications } = JSON.parse((await licet.run(["app", "list", "-o", "json"])).stdout);
  assert.deepEqual(
    applications.map(({ client_id }: { client_id: string }) => client_id),
    ["licet-console"],
    "nothing but Licet's own",
  );
});

test("applying prints what changed and a generated secret once, and the second time nothing changes", async () => {
  const first = await licet.run(["apply", "state.yaml"]);
  assert.equal(first.code, 0);
  assert.match(first.stdout, /^\+ application reports$/m);
  assert.match(first.stdout, /^reports +client_secret +lsk_\w+$/m);
  assert.match(first.stderr, /not shown again/);
  const second = await licet.run(["apply", "-"], STATE);
  assert.equal(second.stdout, "= 3 unchanged\n");
  assert.equal(second.stderr, "");
});

test("the JSON output of apply is one document", async () => {
  const { stdout } = await licet.run(["apply", "-", "--output", "json"], "roles: [{ name: clerk }]");
  const { revision, ...document } = JSON.parse(stdout);
  assert.ok(revision > 0);
  assert.deepEqual(document, {
    dry_run: false,
    changes: [{ effect: "created", kind: "role", name: "clerk", fields: [] }],
    unchanged: 0,
    secrets: [],
    warnings: [],
  });
});

test("an expired access account is warned of, by a dry run too, and is not created", async () => {
  const file = `applications: [{ client_id: old, type: spa }, { client_id: reports, type: service }]
access_accounts: [{ application: reports, access_key: ak_over, expires_at: 2020-01-01T00:00:00Z }]`;
  const warning = /access_accounts\[0\]\.expires_at: is in the past; the access account is not created/;
  for (const more of [["--dry-run"], [], []]) {
    const { code, stdout, stderr } = await licet.run(["apply", "-", ...more, "-o", "json"], file);
    assert.equal(code, 0);
    assert.match(stderr, warning);
    assert.match(JSON.parse(stdout).warnings.join(), warning);
    assert.deepEqual(JSON.parse(stdout).secrets, []);
    assert.ok(!JSON.parse(stdout).changes.some(({ kind }: { kind: string }) => kind === "access_account"));
  }
});

test("a file with a mistake ends with 1 and its position", async () => {
  const { code, stdout, stderr } = await licet.run(["apply", "-"], "roles: [{ name: x, gants: [] }]");
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^licet: stdin:1:\d+ roles\[0\]\.gants: unknown key/);
});

test("a file that is not there ends with 1", async () => {
  const { code, stderr } = await licet.run(["apply", "nowhere.yaml"]);
  assert.equal(code, 1);
  assert.match(stderr, /^licet: cannot read nowhere\.yaml: /);
});
