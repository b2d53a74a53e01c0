import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { CONFLICTS } from "../packages/server/src/core/conflict.ts";
import { INPUT_ISSUES } from "../packages/server/src/core/input-issue.ts";
import { OAUTH_ERROR_STATUS } from "../packages/server/src/http/oauth/oauth-errors.ts";
import { PROBLEMS } from "../packages/server/src/http/problems.ts";
import { AUTHORIZATION_ERROR_CODES } from "../packages/server/src/oauth/authorize/authorization-error.ts";
import { REFUSAL_REASONS } from "../packages/server/src/permissions/refusal.ts";
import { SETTING_DEFINITIONS } from "../packages/server/src/settings/settings.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The rows of the table under a heading, without its two head lines. */
function rowsUnder(document: string, heading: string): string[][] {
  const section = document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}
const unquote = (cell: string | undefined): string => (cell ?? "").replaceAll("`", "");

describe("docs/errors.md", () => {
  const document = read("docs/errors.md");

  test("has exactly the OAuth errors of the code, each with its status", () => {
    const documented = rowsUnder(document, "OAuth errors").map(([code, status]) => [
      unquote(code),
      Number(status),
    ]);
    assert.deepEqual(Object.fromEntries(documented), OAUTH_ERROR_STATUS);
  });

  test("has exactly the errors of the authorization endpoint", () => {
    const documented = rowsUnder(document, "Authorization errors").map(([code]) => unquote(code));
    assert.deepEqual(documented.toSorted(), AUTHORIZATION_ERROR_CODES.toSorted());
  });

  test("has exactly the problems of the code, each with its status", () => {
    const documented = rowsUnder(document, "Problems").map(([code, status]) => [
      unquote(code),
      Number(status),
    ]);
    const known = Object.entries(PROBLEMS).map(([slug, { status }]) => [slug, status]);
    assert.deepEqual(Object.fromEntries(documented), Object.fromEntries(known));
  });

  for (const [heading, codes] of [
    ["Issues of the input", INPUT_ISSUES],
    ["Conflicts", CONFLICTS],
  ] as const)
    test(`has exactly the codes of the code under ${heading}, each with its values`, () => {
      const documented = rowsUnder(document, heading).map(([code, values]) => [
        unquote(code),
        unquote(values).split(", ").filter(Boolean),
      ]);
      assert.deepEqual(Object.fromEntries(documented), codes);
    });

  test("has exactly the reasons for a refused scope", () => {
    const documented = rowsUnder(document, "Reasons for a refused scope").map(([reason]) => unquote(reason));
    assert.deepEqual(documented.sort(), [...REFUSAL_REASONS].sort());
  });
});

test("docs/operations.md has exactly the settings of the code, each with its default", () => {
  const rows = rowsUnder(read("docs/operations.md"), "Settings");
  const documented = new Map(rows.map(([name, value]) => [unquote(name), unquote(value)]));
  const names = Object.keys(SETTING_DEFINITIONS).map((name) => `LICET_${name.toUpperCase()}`);
  assert.deepEqual([...documented.keys()].sort(), names.sort());
  for (const [name, { default: value }] of Object.entries(SETTING_DEFINITIONS)) {
    if (value) assert.equal(documented.get(`LICET_${name.toUpperCase()}`), value);
  }
});

describe("docs/threat-model.md", () => {
  const document = read("docs/threat-model.md");
  const defences = document.slice(document.indexOf("\n## Defences"), document.indexOf("\n## Not defended"));
  const rows = defences.split("\n").filter((line) => /^\| (?!defence \|)/.test(line));

  test("names a test for every defence, and no test that is not there", () => {
    assert.ok(rows.length > 30, `${rows.length} defences`);
    const unheld = rows.filter((row) => !/`(tests|packages)\/[\w./-]+\.test\.ts`/.test(row));
    assert.deepEqual(unheld, []);
    const named = [...document.matchAll(/`((?:tests|packages|scripts)\/[^`]+)`/g)].map(([, path]) =>
      String(path),
    );
    assert.deepEqual(
      named.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  test("every folder of attacks holds a defence", () => {
    const folders = globSync("tests/security/*/", { cwd: ROOT }).map((path) => path.replace(/\/?$/, "/"));
    assert.ok(folders.length > 10);
    assert.deepEqual(
      folders.filter((folder) => !defences.includes(`\`${folder}`)),
      [],
    );
  });
});

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs/architecture.md",
  "docs/threat-model.md",
  "docs/releasing.md",
  "docs/api-versioning.md",
  "docs/operations.md",
  "docs/errors.md",
  "docs/spec-divergences.md",
  "docs/adr/README.md",
  "docs/bench/README.md",
  ...globSync("docs/guides/*.md", { cwd: ROOT }),
];

for (const document of DOCUMENTS) {
  test(`${document} links only to what exists`, () => {
    const links = [
      ...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g),
      ...read(document).matchAll(/ src(?:set)?="(?!https?:)([^"\s]+)/g),
    ].map(([, link]) => link as string);
    const missing = links.filter((link) => !existsSync(resolve(ROOT, dirname(document), link)));
    assert.deepEqual(missing, []);
  });
}
