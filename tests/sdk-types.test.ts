/** What `licet types` writes, compiled: a permission that does not exist is an error of the compiler. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writePermissionTypes } from "../packages/server/src/cli/files/permission-types.ts";
import { root } from "../scripts/testing/root.ts";

const folder = mkdtempSync(join(tmpdir(), "licet-types-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const CONFIGURATION = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "esnext",
    lib: ["esnext"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: true,
    skipLibCheck: true,
    // In the repository the package is its TypeScript source.
    allowImportingTsExtensions: true,
  },
  files: ["usage.ts", "licet.d.ts"],
};

/** Each marked line must be an error, and no other line may be one. */
const USAGE = `
import { createPermissionsClient as createOfMain, LicetError, type LicetErrorCode } from "@licet/sdk";
import { createPermissionsClient } from "@licet/sdk/permissions";
import { createGuard, requirePermission } from "@licet/sdk/server";
import * as express from "@licet/sdk/server/express";
import * as hono from "@licet/sdk/server/hono";
import * as node from "@licet/sdk/server/node";

const client = createPermissionsClient({ issuer: "https://auth.example.test", token: "a token" });
const subject = "user:alice";
export const { allowed, revision } = await client.check({ subject, permission: "orders:read" });
await client.check({ subject, permission: "orders:write", resource: "orders/42", context: { ip: "192.0.2.7" } });
// @ts-expect-error: there is no such permission
await client.check({ subject, permission: "orders:raed" });
// @ts-expect-error: nor among many
await client.checkMany([{ subject, permission: "orders:read" }, { subject, permission: "orders" }]);
// @ts-expect-error: nor in a list
await client.listResources({ subject, permission: "orders:delete" });

// The main entry knows the same permissions, and the codes of all errors.
const ofMain = createOfMain({ issuer: "https://auth.example.test", token: "a token" });
await ofMain.check({ subject, permission: "orders:read" });
// @ts-expect-error: there is no such permission
await ofMain.check({ subject, permission: "orders:raed" });
export const isAway = (error: unknown) => error instanceof LicetError && error.code === "unavailable";
// @ts-expect-error: there is no such code
export const code: LicetErrorCode = "away";

// The client answers requirePermission().
createGuard({ issuer: "https://auth.example.test", audience: "https://orders.example.test", checker: client });
requirePermission("orders:write");
express.requirePermission("orders:write", ({ params }) => ({ resource: \`orders/\${params.id}\` }));
hono.requirePermission("orders:read");
node.requirePermission("orders:read");
// @ts-expect-error: there is no such permission
requirePermission("orders:wrtie");
// @ts-expect-error: there is no such permission
express.requirePermission("orders:wrtie");
// @ts-expect-error: there is no such permission
hono.requirePermission("orders:wrtie");
// @ts-expect-error: there is no such permission
node.requirePermission("orders:wrtie");

const { body, etag } = await client.request("GET", "/roles/{name}", { params: { name: "clerk" } });
export const grants: readonly string[] = body.grants.map(({ permission }) => permission);
await client.request("PUT", "/roles/{name}", { params: { name: "clerk" }, body, ifMatch: etag });
await client.request("GET", "/users");
for await (const { username } of client.each("GET", "/users", { query: { limit: 10 } })) username.length;
// @ts-expect-error: there is no such path
await client.request("GET", "/rolls");
// @ts-expect-error: the path has a parameter
await client.request("GET", "/roles/{name}");
// @ts-expect-error: the body has no such member
await client.request("POST", "/roles", { body: { name: "clerk", grnats: [] } });
// @ts-expect-error: the answer has no pages
client.each("GET", "/about");
`;

/** The errors in the application; those in the source of the SDK are not there in the package, which is compiled. */
function compile(types: string): readonly string[] {
  mkdirSync(join(folder, "node_modules/@licet"), { recursive: true });
  rmSync(join(folder, "node_modules/@licet/sdk"), { force: true });
  symlinkSync(join(root, "packages/sdk"), join(folder, "node_modules/@licet/sdk"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIGURATION));
  writeFileSync(join(folder, "usage.ts"), USAGE);
  writeFileSync(join(folder, "licet.d.ts"), types);
  const tsc = join(root, "node_modules/.bin/tsc");
  const { stdout, status } = spawnSync(tsc, ["-p", folder, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.ok(status === 0 || stdout !== "", "the compiler did not run");
  return stdout.split("\n").filter((line) => /^(usage|licet\.d)\.ts\(/.test(line));
}

test("a permission that licet types has written compiles, and any other does not", () => {
  assert.deepEqual(compile(writePermissionTypes(["orders:read", "orders:write"])), []);
});

test("without registered permissions every name compiles", () => {
  const errors = compile("export {};\n");
  assert.equal(errors.length, 8, errors.join("\n"));
  assert.ok(errors.every((line) => line.includes("Unused '@ts-expect-error' directive")));
});
