import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type LicetProcess, spawnLicet } from "../support/spawn-licet.ts";
import { postForm, TEST_SECRET } from "../support/start-licet.ts";
import { COMPILER, copyServer } from "./changed-copy.ts";
import { CONTACT, MIGRATION, WEBHOOK } from "./made-up-kind.ts";

const run = promisify(execFile);
const CLIENT = { client_id: "admin", client_secret: "a-secret-of-more-than-32-characters" };
const SHOP = { name: "shop", address: "https://shop.example.test/hook", hears: ["orders"] };
const STATE = `
resources: [{ name: orders, identifier: "https://orders.example.test", actions: { read: { description: See } } }]
roles: [{ name: clerk, contact: desk, grants: ["orders:read"] }]
webhooks: [${JSON.stringify(SHOP)}]
applications: [{ client_id: admin, type: service, client_secret: ${CLIENT.client_secret} }]
assignments: [{ principal: "application:admin", role: licet-administrator }]
`;

const copy = copyServer();
const databaseUrl = `sqlite:${join(copy.folder, "licet.db")}`;
let licet: LicetProcess;
let token: string;

const licetCommand = (...args: readonly string[]) =>
  run(process.execPath, [copy.main, ...args], {
    cwd: copy.folder,
    env: { PATH: process.env.PATH, LICET_DATABASE_URL: databaseUrl, LICET_SECRET: TEST_SECRET },
  });

async function send(method: string, path: string, body?: string, type = "application/json") {
  const response = await fetch(`${licet.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

before(async () => {
  copy.replace("directory/kinds/role.ts", "    inherits: field({", `${CONTACT}    inherits: field({`);
  copy.create("directory/kinds/webhook.ts", WEBHOOK);
  const kinds = "directory/kinds/kinds.ts";
  copy.replace(kinds, 'from "./user.ts";', 'from "./user.ts";\nimport { webhook } from "./webhook.ts";');
  copy.replace(kinds, "  assignment,\n} as const;", "  assignment,\n  webhook,\n} as const;");
  copy.create("storage/migrations/0999-made-up.ts", MIGRATION);
  const migrations = "storage/migrations/migrations.ts";
  copy.replace(migrations, "\n/** In order.", 'import { madeUp } from "./0999-made-up.ts";\n\n/** In order.');
  copy.replace(migrations, "];", ", madeUp];");
  writeFileSync(join(copy.folder, "state.yaml"), STATE);
  await licetCommand("apply", "state.yaml");
  licet = await spawnLicet({ databaseUrl, main: copy.main });
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    scope: "licet:*",
    ...CLIENT,
  });
  token = String(body.access_token);
});

after(async () => {
  await licet?.stop();
  copy.remove();
});

test("a field is one line, and a kind is one file and its place in the list, beside the migration", () => {
  assert.equal(CONTACT.trim().split("\n").length, 1);
  assert.deepEqual([...copy.changed].filter((file) => !file.startsWith("storage/migrations/")).toSorted(), [
    "directory/kinds/kinds.ts",
    "directory/kinds/role.ts",
    "directory/kinds/webhook.ts",
  ]);
});

test("the compiler asks for nothing else", async () => {
  const { stdout } = await run(COMPILER, ["--noEmit", "-p", copy.folder]).catch((error) => error);
  assert.equal(stdout, "");
});

test("files, exports and the command line know the field and the kind", async () => {
  const { stdout } = await licetCommand("export");
  assert.match(stdout, /name: clerk\n {4}contact: desk/);
  assert.match(stdout, /webhooks:\n {2}- name: shop\n {4}address: https:\/\/shop\.example\.test\/hook\n/);
});

test("the API and its document know the field and the kind", async () => {
  const { status, text } = await send("GET", "/webhooks/shop");
  assert.equal(status, 200, text);
  assert.deepEqual({ ...JSON.parse(text), ...SHOP, enabled: true }, JSON.parse(text));
  assert.equal((await send("POST", "/webhooks", JSON.stringify({ name: "x", address: "none" }))).status, 400);
  assert.equal((await send("GET", "/webhooks?enabled=true&search=sho&sort=-name")).status, 200);
  const changed = { contact: "office", grants: ["orders:read"] };
  assert.equal((await send("PUT", "/roles/clerk", JSON.stringify(changed))).status, 200);
  const { paths, components } = JSON.parse((await send("GET", "/openapi.json")).text);
  assert.equal(paths["/api/v1/webhooks/{name}"].put.operationId, "replaceWebhook");
  assert.equal(components.schemas.Role.properties.contact.type, "string");
});

test("an import has the kind, and the audit log has the members of the changes", async () => {
  const line = JSON.stringify({ kind: "webhook", name: "second", address: "https://second.example.test/" });
  const { status, text } = await send("POST", "/import", `${line}\n`, "application/x-ndjson");
  assert.equal(status, 200, text);
  const { items } = JSON.parse((await send("GET", "/audit?type=webhook.,role.updated")).text);
  const [webhook, role] = items as readonly { readonly type: string; readonly data: { changes: object } }[];
  assert.deepEqual([webhook?.type, role?.type], ["webhook.created", "role.updated"]);
  assert.deepEqual(role?.data.changes, { contact: { before: "desk", after: "office" } });
});

test("what the kind refers to is not deleted without it", async () => {
  const { status, text } = await send("DELETE", "/resources/orders");
  assert.equal(status, 409);
  assert.deepEqual(JSON.parse(text).used_by, [
    { kind: "role", id: "clerk" },
    { kind: "webhook", id: "shop" },
  ]);
  assert.equal((await send("DELETE", "/resources/orders?cascade=true")).status, 204);
  assert.deepEqual(JSON.parse((await send("GET", "/webhooks/shop")).text).hears, []);
});
