// @engine sqlite: the guide is about APIs, which see the same on both engines
/** The programs of the guide: compiled and run as they stand, in front of a real Licet. */

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { root } from "../../../scripts/testing/root.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { fetchToken } from "../fetch-token.ts";

const folder = mkdtempSync(join(tmpdir(), "licet-guide-"));
const guide = readFileSync(join(root, "docs/guides/protect-an-api.md"), "utf8");

/** The programs by the heading above them. */
const programs = Object.fromEntries(
  guide
    .split(/^## /m)
    .map(
      (section) => [section.split("\n", 1)[0] ?? "", /^```ts\n([\s\S]*?)^```/m.exec(section)?.[1]] as const,
    )
    .filter(([, program]) => program !== undefined),
);
/** A program is saved as the guide says, and as TypeScript for the compiler. */
const fileOf = (name: string, extension: "mjs" | "mts" = "mjs") =>
  join(folder, `${name.toLowerCase().replaceAll(/\W/g, "-")}.${extension}`);

let licet: RunningLicet;
let token: string;
let narrow: string;
before(async () => {
  licet = await startLicet({ state: SHOP });
  token = await fetchToken(licet, REPORTS, "orders:read");
  narrow = await fetchToken(licet, REPORTS, "orders:write");
  mkdirSync(join(folder, "node_modules/@licet"), { recursive: true });
  symlinkSync(join(root, "packages/sdk"), join(folder, "node_modules/@licet/sdk"));
  for (const name of ["express", "fastify", "hono", "@types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  // As `npm init -y` writes it.
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  for (const [name, program = ""] of Object.entries(programs))
    for (const extension of ["mjs", "mts"] as const)
      writeFileSync(fileOf(name, extension), program.replaceAll("http://127.0.0.1:4455", licet.url));
});
after(async () => {
  await licet.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Call = (token: string | undefined, path?: string) => Promise<Response>;

const headersFor = (given: string | undefined) => ({
  headers: given === undefined ? {} : { authorization: `Bearer ${given}` },
});

async function assertProtected(call: Call): Promise<void> {
  const answer = await call(token);
  assert.deepEqual([answer.status, await answer.json()], [200, { caller: "reports" }]);
  const refused = await call(narrow);
  assert.equal(refused.status, 403);
  assert.match(
    refused.headers.get("www-authenticate") ?? "",
    /error="insufficient_scope".*scope="orders:read"/,
  );
  const anonymous = await call(undefined);
  assert.equal(anonymous.status, 401);
  assert.equal(
    anonymous.headers.get("www-authenticate"),
    'Bearer resource_metadata="https://orders.example.test/.well-known/oauth-protected-resource"',
  );
}

/** Runs a program that listens, until the test has ended. */
async function runProgram(name: string, use: (call: Call) => Promise<void>): Promise<void> {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, NODE_ENV: "production" };
  const child: ChildProcess = spawn(process.execPath, [fileOf(name)], { env, stdio: "inherit" });
  try {
    const call: Call = (given, path = "/orders") =>
      fetch(`http://127.0.0.1:${port}${path}`, headersFor(given));
    await untilKnown(() =>
      call(undefined).then(
        () => true,
        () => false,
      ),
    );
    await use(call);
  } finally {
    child.kill();
  }
}

test("the programs of the guide compile as strictly as TypeScript can", () => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    module: "nodenext",
    target: "esnext",
    types: ["node"],
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mts"] }));
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8", stdio: "pipe" });
});

describe("the programs of the guide protect an API", () => {
  for (const name of ["Express", "Fastify", "node:http"]) test(name, () => runProgram(name, assertProtected));

  test("Hono", async () => {
    const { default: app } = await import(fileOf("Hono"));
    await assertProtected(async (given) => app.request("http://api.test/orders", headersFor(given)));
  });

  test("Next", async () => {
    const { GET } = await import(fileOf("Next"));
    await assertProtected((given) => GET(new Request("http://api.test/orders", headersFor(given)), {}));
  });

  test("and one order", () =>
    runProgram("Permissions of one order", async (call) => {
      assert.equal((await call(token, "/orders/42")).status, 200);
      assert.equal((await call(token, "/orders/43")).status, 403);
      assert.equal((await call(narrow, "/orders/42")).status, 403);
    }));

  test("all of them were tried", () =>
    assert.deepEqual(Object.keys(programs), [
      "Express",
      "Fastify",
      "Hono",
      "Next",
      "node:http",
      "Permissions of one order",
    ]));
});
