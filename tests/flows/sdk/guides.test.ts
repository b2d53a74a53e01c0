// @engine sqlite: the guides are about the callers, who see the same on both engines
/** The programs of the guides for callers: compiled and run as they stand, against a real Licet and an API. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { startHttp, type TestServer } from "../../../packages/sdk/src/testing/start-http.ts";
import { root } from "../../../scripts/testing/root.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { ASKER, FIRM } from "../checks/firm.ts";
import { fetchToken } from "../fetch-token.ts";

const folder = mkdtempSync(join(tmpdir(), "licet-guides-"));
const UNTIL_KNOWN = new URL("../../support/until-known.ts", import.meta.url).href;
const GUIDES = ["call-an-api", "permissions-client", "revocations"];
let api: TestServer;
before(async () => {
  api = await startHttp(({ headers }) => ({
    status: headers.authorization?.startsWith("Bearer ey") ? 200 : 401,
  }));
  mkdirSync(join(folder, "node_modules/@licet"), { recursive: true });
  symlinkSync(join(root, "packages/sdk"), join(folder, "node_modules/@licet/sdk"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const guide of GUIDES) writeFileSync(join(folder, `${guide}.ts`), programOf(guide));
});
after(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The pieces of a guide belong together: later ones use what earlier ones made. */
function programOf(guide: string): string {
  const document = readFileSync(join(root, `docs/guides/${guide}.md`), "utf8");
  const pieces = Array.from(document.matchAll(/^```ts\n([\s\S]*?)^```/gm), ([, piece = ""]) => piece);
  assert.ok(pieces.length > 0, "the guide has no programs");
  return pieces.join("\n");
}

async function run(guide: string, licet: RunningLicet, env: Readonly<Record<string, string>>, more = "") {
  const file = join(folder, `${guide}-here.ts`);
  const addresses = {
    "http://127.0.0.1:4455": licet.url,
    "https://auth.example.com": licet.url,
    "http://127.0.0.1:3000/orders": api.url,
    "http://127.0.0.1:3000": api.url,
  };
  let program = programOf(guide);
  for (const [shown, real] of Object.entries(addresses)) program = program.replaceAll(shown, real);
  writeFileSync(file, program + more);
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

test("they compile as strictly as TypeScript can", () => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "esnext",
    lib: ["esnext"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const files = GUIDES.map((guide) => `${guide}.ts`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  assert.equal(stdout, "");
});

test("docs/guides/call-an-api.md calls the API with a token, and hears what was not granted", async () => {
  const licet = await startLicet({ state: SHOP });
  try {
    const { stdout, stderr } = await run("call-an-api", licet, { REPORTS_SECRET: REPORTS.client_secret });
    assert.equal(stdout, "200\n[ 'orders:read' ] [ 'orders:refund' ]\n[ 'stock:read' ] true\n");
    assert.equal(stderr, "Not granted: orders:refund\n");
    assert.equal(api.seen.length, 1);
  } finally {
    await licet.stop();
  }
});

test("docs/guides/permissions-client.md checks, explains, lists and is refused what it may not do", async () => {
  const state = FIRM.replace(
    "assignments:\n",
    `assignments:\n  - { principal: "application:${ASKER.client_id}", permission: licet:roles.read }\n`,
  );
  const licet = await startLicet({ state });
  try {
    const { stdout, stderr } = await run("permissions-client", licet, { ASKER_SECRET: ASKER.client_secret });
    assert.equal(stderr, "");
    assert.equal(stdout, "true\n[ true, false, false ]\nnot_granted\n42\n43\neu\nforbidden 403\n");
  } finally {
    await licet.stop();
  }
});

const ORDERS_API = { client_id: "orders-api", client_secret: "orders-api-secret-orders-api-secret-0" };
const REVOKING = `
resources:
  - { name: orders, identifier: https://orders.example.com, actions: { read: { description: See orders } } }
applications:
  - { client_id: ${ORDERS_API.client_id}, client_secret: ${ORDERS_API.client_secret}, name: Orders, type: service, serves: [orders] }
assignments: [{ principal: application:${ORDERS_API.client_id}, permission: orders:read }]
`;

test("docs/guides/revocations.md answers 200 for a token, and 401 when it was revoked", async () => {
  const licet = await startLicet({ state: REVOKING });
  try {
    const token = await fetchToken(licet, ORDERS_API, "orders:read");
    const form = new URLSearchParams({ ...ORDERS_API, token });
    const { stdout, stderr } = await run(
      "revocations",
      licet,
      { ORDERS_API_SECRET: ORDERS_API.client_secret },
      `
import { untilKnown } from "${UNTIL_KNOWN}";
await untilKnown(async () => (await statusFor("${token}")) === 200);
console.log(200);
await fetch("${licet.url}/oidc/revoke", { method: "POST", body: new URLSearchParams("${form}") });
await untilKnown(async () => (await verifier.verify("${token}")).problem === "revoked");
console.log(await statusFor("${token}"), "revoked");
await revocations.close();
`,
    );
    assert.equal(stderr, "");
    assert.equal(stdout, "200\n401 revoked\n");
  } finally {
    await licet.stop();
  }
});
