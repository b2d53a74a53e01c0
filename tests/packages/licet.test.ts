/** The package `licet`, with the SDK beside it: packed, installed into an empty folder, and used as a stranger would. */

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import {
  type PackedLibraries,
  packLibraries,
  packServer,
  type Tarball,
} from "../../scripts/packages/pack-packages.ts";
import {
  environmentOf,
  type InstalledLicet,
  startInstalled,
} from "../../scripts/packages/start-installed.ts";
import { describeEverything } from "../../scripts/sbom/describe-everything.ts";
import { IN_DOCUMENTATION, keepProduction } from "../../scripts/sbom/keep-production.ts";
import { root } from "../../scripts/testing/root.ts";
import { signInAsAdministrator } from "../browser/console/support/administrator.ts";
import { listenForBrowserErrors } from "../browser/console/support/listen-for-browser-errors.ts";
import { useChromium } from "../browser/support/chromium.ts";
import { findForeignContent } from "./support/foreign-content.ts";
import { installOffline } from "./support/install-offline.ts";
import { findMachineNode } from "./support/machine-node.ts";
import { readNodeVersion, readTestedNodes, type TestedNode } from "./support/nodes.ts";
import { readShippedPackages } from "./support/shipped-packages.ts";

const run = promisify(execFile);
/** The server with its source maps, the console and the documentation. */
const MOST_BYTES = 28_000_000;
const API = "protected-api.mjs";

mkdirSync(join(root, ".cache"), { recursive: true });
const buildFolder = mkdtempSync(join(root, ".cache/licet-package-"));
const consumer = mkdtempSync(join(tmpdir(), "licet-installed-"));
const installed = join(consumer, "node_modules/licet");
const chromium = useChromium();

let libraries: PackedLibraries;
let packed: Tarball;
before(async () => {
  [libraries, packed] = await Promise.all([packLibraries(buildFolder), packServer(buildFolder)]);
  await installOffline(consumer, [packed, libraries.engine, libraries.sdk]);
  copyFileSync(join(import.meta.dirname, "support", API), join(consumer, API));
});
after(() => {
  for (const folder of [buildFolder, consumer]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the installed `licet` on a Node, whatever its exit code. */
async function licet(node: string, cwd: string, ...args: readonly string[]) {
  mkdirSync(cwd, { recursive: true });
  const program = join(consumer, "node_modules/.bin/licet");
  const options = { cwd, env: environmentOf(node) };
  return await run(program, args, options).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { readonly stdout: string; readonly stderr: string; readonly code: number }) => failed,
  );
}

describe("what is packed", () => {
  test("it is at most 28 MB, has no dependencies, and says which Node it needs", () => {
    assert.ok(packed.unpackedBytes <= MOST_BYTES, `${packed.unpackedBytes} bytes`);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.deepEqual(Object.keys(manifest).sort(), [
      "bin",
      "description",
      "engines",
      "files",
      "keywords",
      "license",
      "name",
      "type",
      "version",
    ]);
    assert.deepEqual(manifest.engines, { node: ">=24.7" });
  });

  test("it holds what the server needs, and no test, TypeScript, hidden file or trace of this machine", () => {
    const top = new Set(packed.files.map((path) => path.split("/")[0]));
    assert.deepEqual([...top].sort(), [
      "LICENSE",
      "README.md",
      "THIRD-PARTY-LICENSES",
      "bin",
      "console",
      "deploy",
      "docs",
      "examples",
      "lib",
      "package.json",
      "templates",
    ]);
    assert.deepEqual(findForeignContent(installed, packed.files), []);
    for (const [library, name] of [
      [libraries.engine, "@licet/engine"],
      [libraries.sdk, "@licet/sdk"],
    ] as const)
      assert.deepEqual(findForeignContent(join(consumer, "node_modules", name), library.files), []);
  });

  test("it has the licence of every package whose code is in it, also in the console and in the documentation, and the bill of materials names them", () => {
    const text = readFileSync(join(installed, "THIRD-PARTY-LICENSES"), "utf8");
    const listed = Array.from(
      text.matchAll(/^={100}\n(\S+) (\S+): .+\n={100}\n\n(?=\S)/gm),
      ([, name, version]) => `${name} ${version}`,
    );
    assert.deepEqual(listed.toSorted(), readShippedPackages(installed));
    const bom = keepProduction(
      describeEverything(root),
      JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")),
    );
    const components = new Set(bom.components.map(({ name, version }) => `${name} ${version}`));
    // These write a few lines into what they build, and are no dependencies of it.
    const writers = /^(rolldown|tailwindcss|vite|@vitejs\/plugin-vue) /;
    assert.deepEqual(
      listed.filter((each) => !components.has(each) && !writers.test(each)),
      [],
      "not in the bill of materials",
    );
    for (const name of [
      "fastify",
      "react-dom",
      "tailwindcss",
      "pg",
      "@bufbuild/protobuf",
      ...IN_DOCUMENTATION,
    ])
      assert.ok(
        listed.some((each) => each.startsWith(`${name} `)),
        name,
      );
  });
});

describe("licet init writes a project that passes its own test", () => {
  for (const framework of ["express", "fastify", "hono"])
    test(framework, { timeout: 120_000 }, async () => {
      const [{ path: node }] = readTestedNodes() as [TestedNode];
      const { code, stderr } = await licet(node, consumer, "init", framework, `shop-${framework}`);
      assert.equal(code, 0, stderr);
      const project = join(consumer, `shop-${framework}`);
      linkDependencies(project);
      const options = { cwd: project, env: environmentOf(node) };
      const { stdout } = await run(node, ["--test"], options).catch((failed) => failed);
      assert.match(stdout, /pass 5\n/, stdout);
    });

  /** What `npm install` would bring: Licet and its SDK as they are packed, and the rest from this repository. */
  function linkDependencies(project: string): void {
    const { dependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
    for (const name of Object.keys(dependencies)) {
      const isOurs = name === "licet" || name.startsWith("@licet/");
      const link = join(project, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(isOurs ? consumer : root, "node_modules", name), link);
    }
  }
});

test("a start on the Node of the machine works, or says in one sentence which Node is needed", async () => {
  const node = findMachineNode();
  const version = readNodeVersion(node);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const { stdout, stderr, code } = await licet(node, consumer, "--version");
  if (major > 24 || (major === 24 && minor >= 7)) assert.equal(stdout.trim(), packed.version);
  else {
    assert.equal(
      stderr,
      `Licet needs Node 24.7 or newer, and this is Node ${version}: install the current LTS version from https://nodejs.org/en/download, then run the same command again.\n`,
    );
    assert.equal(code, 1);
  }
});

for (const node of readTestedNodes()) describe(`on Node ${node.version}`, () => use(node));

function use({ path: node, version }: TestedNode): void {
  const cwd = join(consumer, `data-on-${version}`);
  let server: InstalledLicet;
  before(async () => {
    server = await startInstalled({ install: consumer, node, cwd, port: await freePort() });
  });
  after(() => server?.stop());

  const requestToken = async (clientId: string, scope: string): Promise<string> => {
    const client_secret = `demo-${clientId}-secret-not-for-production`;
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret, scope };
    const answer = await fetch(`${server.url}/oidc/token`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    const body = (await answer.json()) as { readonly access_token: string; readonly scope: string };
    assert.equal(answer.status, 200, JSON.stringify(body));
    assert.equal(body.scope, scope);
    return body.access_token;
  };

  test("licet alone, in an empty folder, serves the demo, without a warning", {
    timeout: 60_000,
  }, async () => {
    // It is ready before the last line is printed.
    await server.printed(/^Try it in a terminal/m);
    assert.match(server.stdout(), new RegExp(`^Licet ${packed.version.replaceAll(".", "\\.")}$`, "m"));
    assert.match(server.stdout(), /reports +demo-reports-secret-not-for-production/);
    assert.ok(server.stdout().includes(join(cwd, "data", "licet.db")));
    assert.equal(server.stderr(), "");
  });

  test("an application gets a token, and a check is answered", async () => {
    await requestToken("reports", "orders:read");
    const token = await requestToken("admin", "licet:check");
    const check = async (permission: string) => {
      const answer = await fetch(`${server.url}/api/v1/check`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ subject: "application:reports", permission }),
      });
      return ((await answer.json()) as { readonly allowed: boolean }).allowed;
    };
    assert.deepEqual([await check("orders:read"), await check("orders:write")], [true, false]);
  });

  test("the console opens in a browser, and shows the demo to its administrator", async () => {
    const context = await chromium.open({ locale: "en-GB", viewport: { width: 1440, height: 900 } });
    try {
      const page = await context.newPage();
      const browserErrors = await listenForBrowserErrors(page);
      await page.goto(`${server.url}/console/applications`);
      await signInAsAdministrator(page);
      await page.getByText("Nightly reports").first().waitFor();
      assert.deepEqual(browserErrors, []);
    } finally {
      await context.close();
    }
  });

  test("the demo's shop has its page and its files", async () => {
    const page = await (await fetch(`${server.url}/demo`)).text();
    const [styles = ""] = /[^"]+\.css/.exec(page) ?? [];
    const answer = await fetch(new URL(styles, `${server.url}/demo`));
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "text/css; charset=utf-8"]);
  });

  test("the installed SDK protects an API: 401 without a token, 403 without the scope, 200 with it", async () => {
    const child = spawn(node, [API], {
      cwd: consumer,
      env: { ISSUER: server.url },
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const [url] = await once(child.stdout.setEncoding("utf8"), "data");
      const call = async (method: string, headers: Readonly<Record<string, string>> = {}) => {
        const answer = await fetch(String(url).trim(), { method, headers });
        return [answer.status, answer.status === 200 ? await answer.text() : ""];
      };
      const authorization = `Bearer ${await requestToken("reports", "orders:read")}`;
      assert.deepEqual(await call("GET"), [401, ""]);
      assert.deepEqual(await call("POST", { authorization }), [403, ""]);
      assert.deepEqual(await call("GET", { authorization }), [200, "GET by reports"]);
    } finally {
      child.kill();
    }
  });

  test("commands work beside the server, name themselves as they are typed, and print no warning", async () => {
    const users = await licet(node, cwd, "user", "list");
    assert.match(users.stdout, /^ada /m);
    assert.equal(users.stderr, "");
    const denied = await licet(node, cwd, "check", "user:bob", "orders:refund");
    assert.equal(denied.code, 4);
    const help = await licet(node, cwd, "--help");
    assert.match(help.stdout, /^Usage: licet COMMAND/);
    assert.doesNotMatch(help.stdout, /npm run/);
  });

  test("the stack of an unexpected error names the sources, with --debug", async () => {
    const broken = join(consumer, "broken.mjs");
    copyFileSync(join(import.meta.dirname, "support/break-hash.mjs"), broken);
    const program = join(consumer, "node_modules/.bin/licet");
    const env = { ...environmentOf(node), NODE_OPTIONS: `--import=${broken}`, LICET_PORT: "0" };
    const { stderr } = await run(program, ["serve", "--debug"], { cwd: join(cwd, ".."), env }).catch(
      (error) => error,
    );
    assert.match(stderr, /unexpected error: no hashes today/);
    assert.match(stderr, /at createSite \(.*licet\/src\/http\/pages\/site\.ts:\d+:\d+\)/);
  });

  test("it stops at SIGTERM with the exit code 0", async () => {
    assert.equal(await server.stop(), 0);
  });
}
