import assert from "node:assert/strict";
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const STATE = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { write: { description: Change }, read: { description: See } }
permissions: [{ name: billing_admin, description: Bills }]
`;
const TYPES = `// Made by \`licet types\`. Do not edit: run it again when the permissions have changed.
export {};

declare module "@licet/sdk/permissions" {
  interface Register {
    permission:
      | "billing_admin"
      | "orders:read"
      | "orders:write";
  }
}
`;

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  writeFileSync(join(licet.path, "licet.yaml"), STATE);
  assert.equal((await licet.run(["apply", "licet.yaml"])).code, 0);
});
const out = join(licet.path, "licet.d.ts");

test("the permissions of an installation and those of its file give the same types", async () => {
  assert.deepEqual(await licet.run(["types"]), { code: 0, stdout: TYPES, stderr: "" });
  const empty = createLicetFolder();
  assert.deepEqual(await empty.run(["types", "--file", "-"], STATE), { code: 0, stdout: TYPES, stderr: "" });
  const none = await empty.run(["types", "--file", "-"], "roles: []");
  assert.match(none.stdout, /^ {4}permission: never;$/m);
  empty.remove();
});

test("a file is written when it has to change, and left alone otherwise", async () => {
  const args = ["types", "--out", "licet.d.ts"];
  const missing = await licet.run([...args, "--check"]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /^licet: licet\.d\.ts is out of date: run .*licet.* types without --check$/m);
  assert.equal((await licet.run(args)).stdout, "Wrote licet.d.ts.\n");
  assert.equal(readFileSync(out, "utf8"), TYPES);

  writeFileSync(out, TYPES.replaceAll("\n", "\r\n"));
  utimesSync(out, 1, 1);
  assert.equal((await licet.run(args)).stdout, "licet.d.ts is up to date.\n");
  assert.equal(statSync(out).mtimeMs, 1_000);
  assert.equal((await licet.run([...args, "--check"])).code, 0);

  const added = ["resource", "add-action", "orders", "refund", "--description", "Give money back"];
  assert.equal((await licet.run(added)).code, 0);
  assert.equal((await licet.run([...args, "--check"])).code, 1);
  assert.equal(statSync(out).mtimeMs, 1_000);
  assert.equal((await licet.run(args)).code, 0);
  assert.match(readFileSync(out, "utf8"), /\| "orders:refund"$/m);
});

test("what cannot be done says why", async () => {
  for (const [args, message] of [
    [["--check"], /--check needs the file to check: --out FILE/],
    [["--file", "none.yaml"], /cannot read none\.yaml: there is no such file/],
    [["--out", "none/licet.d.ts"], /cannot write none\/licet\.d\.ts: its folder does not exist/],
    [["--out", "."], /cannot read \.: it is a folder/],
  ] as const) {
    const { code, stderr } = await licet.run(["types", ...args]);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
  const { code, stderr } = await licet.run(["types", "--file", "-"], "resorces: []");
  assert.equal(code, 1);
  assert.match(stderr, /^licet: stdin:1:1 resorces: unknown key/);
});
