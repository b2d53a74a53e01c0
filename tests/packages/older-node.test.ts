/** The server uses nothing that the oldest Node lacks on which the package runs. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { ensurePackageTools } from "../../scripts/testing/ensure-tools.ts";
import { root } from "../../scripts/testing/root.ts";

const run = promisify(execFile);

/** The entries of the bundle: the program, its threads and the demo's shop. */
const ENTRIES = [
  "packages/server/src/main.ts",
  "packages/server/src/storage/sqlite/background-writer-thread.ts",
  "packages/server/src/accounts/passwords/hashing-thread-worker.ts",
  "examples/shop/shop.ts",
];

let tools = "";
before(async () => {
  tools = await ensurePackageTools();
});

/** Compiles files with the types of Node 24.7, and with the parts of JavaScript that it has. */
async function compile(files: readonly string[]): Promise<string> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/older-node-"));
  try {
    const configuration = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        lib: ["es2025", "esnext.disposable", "esnext.error"],
        typeRoots: [join(tools, "@types")],
        paths: { "undici-types": [join(tools, "undici-types")] },
      },
      include: [],
      files,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
    const compiler = join(root, "node_modules/.bin/tsc");
    const { stdout } = await run(compiler, ["-p", folder]).catch((error) => error);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the types are those of the oldest Node that the package names", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "packages/server/package.json"), "utf8"));
  const { version } = JSON.parse(readFileSync(join(tools, "@types/node/package.json"), "utf8"));
  assert.equal(engines.node, `>=${version.split(".").slice(0, 2).join(".")}`);
});

test("the server compiles for Node 24.7", async () => {
  assert.equal(await compile(ENTRIES.map((path) => join(root, path))), "");
});

test("what only a newer Node has does not compile", async () => {
  const file = join(root, ".cache/newer.ts");
  writeFileSync(file, 'new Map<string, string>().getOrInsert("a", "b");\n');
  try {
    assert.match(await compile([file]), /Property 'getOrInsert' does not exist/);
  } finally {
    rmSync(file);
  }
});
