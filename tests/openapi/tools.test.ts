/** Tools of other projects read the document: Redocly's linter, and openapi-typescript, whose types TypeScript 5 compiles. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ensureOpenapiTools } from "../../scripts/testing/ensure-tools.ts";
import { startLicet } from "../support/start-licet.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "licet-openapi-"));
const file = join(folder, "openapi.json");
let packages = "";
before(async () => {
  packages = await ensureOpenapiTools();
  const licet = await startLicet({ state: "" });
  const response = await fetch(`${licet.url}/api/v1/openapi.json`);
  writeFileSync(file, await response.text());
  await licet.stop();
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A tool that sends statistics, or looks for a newer version, fails. */
const OFFLINE = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  HTTP_PROXY: "http://127.0.0.1:1",
  HTTPS_PROXY: "http://127.0.0.1:1",
  npm_config_registry: "http://127.0.0.1:1/",
};

function run(program: string, ...args: readonly string[]) {
  const env = { ...process.env, ...OFFLINE };
  return spawnSync(process.execPath, [join(packages, program), ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
}

test("the linter has nothing against it: no error, no warning, nothing ignored", () => {
  const config = join(HERE, "redocly.yaml");
  const { status, stdout, stderr } = run(
    "@redocly/cli/bin/cli.js",
    "lint",
    file,
    "--config",
    config,
    "--format",
    "json",
  );
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: readonly object[] };
  assert.deepEqual(problems, [], stderr);
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 });
  assert.equal(status, 0, stderr);
});

test("openapi-typescript makes types of it that compile and mean what the API does", () => {
  const generated = run("openapi-typescript/bin/cli.js", file, "--output", join(folder, "licet.ts"));
  assert.equal(generated.status, 0, generated.stderr);
  copyFileSync(join(HERE, "typed/usage.ts"), join(folder, "usage.ts"));
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const modules = ["--module", "nodenext", "--target", "es2022", "--allowImportingTsExtensions"];
  const compiled = run("typescript/bin/tsc", ...flags, ...modules, join(folder, "usage.ts"));
  assert.equal(compiled.stdout, "");
  assert.equal(compiled.status, 0);
});
