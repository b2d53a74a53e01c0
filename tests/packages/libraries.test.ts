/** The libraries that others install: `@licet/engine` and `@licet/sdk` are built, packed, and installed into an empty folder. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { type PackedLibraries, packLibraries } from "../../scripts/packages/pack-packages.ts";
import { ensurePackageTools } from "../../scripts/testing/ensure-tools.ts";
import { root } from "../../scripts/testing/root.ts";
import { installOffline } from "./support/install-offline.ts";
import { readLoadedModules } from "./support/loaded-modules.ts";
import { findMachineNode } from "./support/machine-node.ts";

const run = promisify(execFile);
mkdirSync(join(root, ".cache"), { recursive: true });
const buildFolder = mkdtempSync(join(root, ".cache/packages-"));
const consumer = mkdtempSync(join(tmpdir(), "licet-consumer-"));
const installed = (name: string) => join(consumer, "node_modules/@licet", name);
const readManifest = (path: string) => JSON.parse(readFileSync(join(path, "package.json"), "utf8"));

const SDK_ENTRIES = Object.keys(readManifest(join(root, "packages/sdk")).exports).map((entry) =>
  entry.replace(".", "@licet/sdk"),
);
const ENTRIES = [...SDK_ENTRIES, "@licet/engine"];
const LOCAL = "@licet/sdk/local";

let packed: PackedLibraries;
let tools = "";
before(async () => {
  tools = await ensurePackageTools();
  packed = await packLibraries(buildFolder);
  await installOffline(consumer, [packed.engine, packed.sdk]);
});
after(() => {
  for (const folder of [buildFolder, consumer]) rmSync(folder, { recursive: true, force: true });
});

/** Imports entries in the folder of the consumer, and returns the names that each exports, or the code of the error. */
async function importEntries(node: string, entries: readonly string[]): Promise<Record<string, unknown>> {
  const program = `
    const found = {};
    for (const entry of ${JSON.stringify(entries)})
      found[entry] = await import(entry).then(Object.keys, ({ code, message }) => code + ": " + message);
    console.log(JSON.stringify(found));`;
  const { stdout } = await run(node, ["--input-type=module", "--eval", program], { cwd: consumer });
  return JSON.parse(stdout);
}

for (const [which, node] of [
  ["the pinned Node", process.execPath],
  ["the Node of the machine", findMachineNode()],
] as const)
  test(`every entry can be imported on ${which}`, async () => {
    const found = await importEntries(node, ENTRIES);
    for (const entry of ENTRIES) {
      const names = found[entry];
      assert.ok(Array.isArray(names) && names.length > 0, `${entry}: ${names}`);
    }
  });

test("without @licet/engine every entry but the local checks can be imported", async () => {
  const aside = join(consumer, "engine-aside");
  renameSync(installed("engine"), aside);
  try {
    const found = await importEntries(findMachineNode(), SDK_ENTRIES);
    const missing = Object.entries(found).filter(([, names]) => !Array.isArray(names));
    assert.deepEqual(
      missing.map(([entry]) => entry),
      [LOCAL],
    );
    assert.match(String(missing[0]?.[1]), /^ERR_MODULE_NOT_FOUND: .*@licet\/engine/);
  } finally {
    renameSync(aside, installed("engine"));
  }
});

describe("the manifests", () => {
  test("name the types first, one dependency of the SDK, and the engine and frameworks as optional peers", () => {
    const sdk = readManifest(installed("sdk"));
    for (const [entry, target] of Object.entries<object>(sdk.exports))
      if (entry !== "./package.json") assert.deepEqual(Object.keys(target), ["types", "default"], entry);
    assert.deepEqual(Object.keys(sdk.dependencies), ["jose"]);
    const peers = ["@licet/engine", "fastify", "hono"];
    assert.deepEqual(Object.keys(sdk.peerDependencies), peers);
    assert.deepEqual(
      sdk.peerDependenciesMeta,
      Object.fromEntries(peers.map((name) => [name, { optional: true }])),
    );
    assert.equal(sdk.peerDependencies["@licet/engine"], readManifest(installed("engine")).version);
    for (const manifest of [sdk, readManifest(installed("engine"))]) {
      assert.equal(manifest.sideEffects, false);
      assert.equal(manifest.license, "Apache-2.0");
      assert.equal(manifest.private, undefined);
      assert.ok(manifest.keywords.includes("authorization"));
    }
  });

  test("the engine exports its index, and its files for the packages of Licet", async () => {
    const { exports } = readManifest(installed("engine"));
    assert.deepEqual(Object.keys(exports), [".", "./internal/*.js", "./package.json"]);
    const found = await importEntries(findMachineNode(), [
      "@licet/engine/internal/decide.js",
      "@licet/engine/decide.js",
    ]);
    assert.ok(Array.isArray(found["@licet/engine/internal/decide.js"]));
    assert.match(String(found["@licet/engine/decide.js"]), /^ERR_PACKAGE_PATH_NOT_EXPORTED/);
  });

  for (const name of ["engine", "sdk"])
    test(`@licet/${name} has its modules, their types and sources, a README and the licence, and no test`, () => {
      const files = globSync("**/*", { cwd: installed(name), withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      const paths = files.map((entry) => join(entry.parentPath, entry.name));
      assert.deepEqual(
        paths.filter((path) => /\.test\.|\/testing\//.test(path)),
        [],
      );
      const atTop = files.filter((entry) => entry.parentPath === installed(name)).map((entry) => entry.name);
      assert.deepEqual(atTop.sort(), ["LICENSE", "README.md", "package.json"]);
      const maps = paths.filter((path) => path.endsWith(".map"));
      const modules = paths.filter((path) => path.endsWith(".js"));
      assert.ok(
        modules.length > 5 && maps.length === 2 * modules.length,
        `${modules.length}, ${maps.length}`,
      );
      const sources = maps.flatMap((path) =>
        JSON.parse(readFileSync(path, "utf8")).sources.map((source: string) =>
          resolve(dirname(path), source),
        ),
      );
      assert.deepEqual(
        sources.filter((source) => !paths.includes(source)),
        [],
      );
    });
});

describe("tools of other projects have nothing against", { concurrency: true }, () => {
  for (const name of ["engine", "sdk"] as const) {
    test(`the manifest of @licet/${name}: publint`, async () => {
      const { stdout } = await run(process.execPath, [
        join(tools, "publint/src/cli.js"),
        "run",
        packed[name].path,
        "--strict",
      ]);
      assert.match(stdout, /All good!/);
    });

    test(`the types of @licet/${name}: attw`, async () => {
      const attw = join(tools, "@arethetypeswrong/cli/dist/index.js");
      const options = ["--profile", "esm-only", "--format", "json"];
      const { stdout } = await run(process.execPath, [attw, packed[name].path, ...options]);
      const { analysis, problems } = JSON.parse(stdout);
      assert.ok(Object.keys(analysis.entrypoints).length >= (name === "sdk" ? SDK_ENTRIES.length : 1));
      // ES modules alone, with `exports`: the oldest resolution of TypeScript knows neither, and CommonJS can import them.
      const isMeant = ({ resolutionKind }: { resolutionKind: string }) =>
        /node10|node16-cjs/.test(resolutionKind);
      const found = Object.values<readonly { resolutionKind: string }[]>(problems ?? {}).flat();
      assert.deepEqual(
        found.filter((problem) => !isMeant(problem)),
        [],
      );
    });
  }
});

test("the programs in the READMEs compile against the packages, in the settings of a strict caller", async () => {
  // A folder below this repository, so that the types of Express are found.
  const folder = join(buildFolder, "reader");
  cpSync(join(consumer, "node_modules/@licet"), join(folder, "node_modules/@licet"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const readmes = { engine: installed("engine"), sdk: installed("sdk"), start: root };
  for (const [name, place] of Object.entries(readmes)) {
    const readme = readFileSync(join(place, "README.md"), "utf8");
    if (place !== root) assert.doesNotMatch(readme, /\]\(\./, "links that lead out of the package");
    const pieces = Array.from(readme.matchAll(/^```ts\n([\s\S]*?)^```/gm), ([, piece]) => piece);
    assert.ok(pieces.length > 0, name);
    writeFileSync(join(folder, `${name}.ts`), pieces.join("\n"));
  }
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const modules = ["--module", "nodenext", "--target", "es2022", "--types", "node", "--ignoreConfig"];
  const compiler = join(root, "node_modules/.bin/tsc");
  const { stdout } = await run(compiler, [...flags, ...modules, "engine.ts", "sdk.ts", "start.ts"], {
    cwd: folder,
  }).catch((error) => error);
  assert.equal(stdout, "");
});

/** The own modules of an entry, compressed. A new bound is a decision: callers load these at each start. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  "@licet/sdk": 36_500,
  "@licet/sdk/server": 22_500,
  "@licet/sdk/server/express": 20_000,
  "@licet/sdk/server/fastify": 20_000,
  "@licet/sdk/server/hono": 20_000,
  "@licet/sdk/server/next": 20_000,
  "@licet/sdk/server/node": 20_000,
  "@licet/sdk/client": 12_500,
  "@licet/sdk/permissions": 10_000,
  "@licet/sdk/local": 20_000,
};

describe("an entry loads little", () => {
  const modulesOf = (entry: string) => {
    const { exports } = readManifest(installed("sdk"));
    return readLoadedModules(join(installed("sdk"), exports[entry.replace("@licet/sdk", ".")].default));
  };

  for (const entry of SDK_ENTRIES) {
    test(`${entry}: its bytes, and nothing but jose, and the engine for local checks`, () => {
      const { gzippedBytes, others } = modulesOf(entry);
      const most = MOST_BYTES[entry] ?? 0;
      assert.ok(gzippedBytes <= most, `${gzippedBytes} bytes, ${most} at most`);
      const isOfEngine = (name: string) => name.startsWith("@licet/engine/internal/");
      const foreign = others.filter((name) => name !== "jose" && !isOfEngine(name));
      assert.deepEqual(foreign, []);
      assert.equal(others.some(isOfEngine), entry === LOCAL);
    });
  }
});

/** The modules of the SDK that a bundler keeps of a program in the folder of the consumer. */
async function bundledModules(program: string): Promise<readonly string[]> {
  const input = join(consumer, "program.mjs");
  writeFileSync(input, program);
  await using bundle = await rolldown({ input, external: ["jose"] });
  const { output } = await bundle.generate({});
  return output.flatMap((chunk) =>
    chunk.type === "asset"
      ? []
      : Object.entries(chunk.modules)
          .filter(([, { renderedLength }]) => renderedLength > 0)
          .map(([id]) => id.split("/@licet/sdk/lib/")[1] ?? ""),
  );
}

test("a bundler keeps of the main entry what the entry of its own has", async () => {
  for (const [name, entry] of [
    ["createVerifier", "server"],
    ["createTokenClient", "client"],
    ["createPermissionsClient", "permissions"],
  ]) {
    const keep = (from: string) => bundledModules(`import { ${name} } from "${from}"; console.log(${name});`);
    const [ofMain, ofOwn] = [await keep("@licet/sdk"), await keep(`@licet/sdk/${entry}`)];
    assert.deepEqual(ofMain.toSorted(), ofOwn.toSorted());
    assert.ok(
      ofMain.length > 5 &&
        ofMain.every((id) => !/^(client|server|permissions)\//.test(id) || id.startsWith(`${entry}/`)),
      ofMain.join(),
    );
  }
});
