/** A test that waits for time is slow, and fails on a busy machine. Each pause that has to stay says why. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../scripts/testing/root.ts";
import { findPauses } from "./support/find-pauses.ts";

const TESTS_AND_SUPPORT = [
  "tests/**/*.{ts,tsx,mjs,js}",
  "packages/**/*.test.{ts,tsx}",
  "packages/**/testing/**/*.{ts,tsx,mjs,js}",
  "packages/server/src/storage/contract/**/*.ts",
  "examples/**/*.test.ts",
  "scripts/**/*.test.ts",
];
/** They measure or wait for real time, which is their subject, and are not part of `npm test`. */
const ELSEWHERE = ["tests/bench/**", "tests/clients/**", "tests/deploy/**", "tests/faults/**"];

test("every pause in a test has its reason in a comment: // Sleeps: …", () => {
  const files = globSync(TESTS_AND_SUPPORT, {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**", ...ELSEWHERE],
  });
  assert.ok(files.length > 400, `the test looked at ${files.length} files only`);
  const pauses = files
    .toSorted()
    .flatMap((file) =>
      findPauses(readFileSync(join(root, file), "utf8")).map(({ line, text }) => `${file}:${line}: ${text}`),
    );
  assert.deepEqual(pauses, []);
});

const PROMISES = 'import { setTimeout as sleep } from "node:timers/promises";';
const linesOf = (...source: readonly string[]) => findPauses(source.join("\n")).map(({ line }) => line);

test("a pause is found by every name, whatever it is for", () => {
  assert.deepEqual(linesOf("await new Promise((resolve) => setTimeout(resolve, 50));"), [1]);
  assert.deepEqual(linesOf(PROMISES, "while (!done) await sleep(5);", "await sleep(1);"), [2, 3]);
  assert.deepEqual(linesOf('import { setTimeout } from "timers/promises";', "await setTimeout(5);"), [2]);
  assert.deepEqual(linesOf('import * as timers from "node:timers/promises";', "timers.setTimeout(5);"), [2]);
  assert.deepEqual(linesOf('import { scheduler } from "node:timers/promises";', "scheduler.wait(5);"), [2]);
  assert.deepEqual(
    linesOf(
      "import {",
      "  setImmediate,",
      "  setTimeout as rest,",
      '} from "node:timers/promises";',
      "rest(1)",
    ),
    [5],
  );
  assert.deepEqual(linesOf("const pause = promisify(setTimeout);"), [1]);
  assert.deepEqual(linesOf("const tooLate = setTimeout(() => controller.abort(), 5_000);"), [1]);
  assert.deepEqual(linesOf("await page.waitForTimeout(100);"), [1]);
  const statement = ["select pg", "sleep(1)"].join("_");
  assert.deepEqual(linesOf(`await client.query("${statement}");`, `await sql\`${statement}\``), [1, 2]);
});

test("a pause with its reason is none that is named", () => {
  const reason = "// Sleeps: the network is slow on purpose.";
  assert.deepEqual(linesOf(PROMISES, reason, "await sleep(5);"), []);
  assert.deepEqual(linesOf(PROMISES, ["await sleep(5);", reason].join(" ")), []);
  assert.deepEqual(linesOf(PROMISES, reason, "// It goes on below.", "await sleep(5);"), []);
  assert.deepEqual(linesOf(PROMISES, reason, "await sleep(5);", "await sleep(5);"), [4]);
  assert.deepEqual(linesOf(PROMISES, reason, "", "await sleep(5);"), [4]);
  for (const none of ["// Sleeps:", "// Sleeps: ", "// It sleeps: a while", "/* Sleeps: a while */"])
    assert.deepEqual(linesOf(PROMISES, none, "await sleep(5);"), [3], none);
});

test("what only looks like a pause is none", () => {
  assert.deepEqual(linesOf('t.mock.timers.enable({ apis: ["setTimeout"] });'), []);
  assert.deepEqual(linesOf("socket.setTimeout(5_000, stop); time.sleep(5); proxy.delay(60);"), []);
  assert.deepEqual(linesOf("// await setTimeout(5)", "/** Instead of setTimeout(5). */"), []);
  assert.deepEqual(linesOf("const fake = { setTimeout: (work: () => void) => work() };"), []);
  assert.deepEqual(linesOf("let timer: ReturnType<typeof setTimeout> | undefined;"), []);
  assert.deepEqual(linesOf("sleep(5);", 'import { sleep } from "./simulated-time.ts";'), []);
  assert.deepEqual(
    linesOf('import { setImmediate as turn } from "node:timers/promises";', "await turn();"),
    [],
  );
  assert.deepEqual(linesOf('const glob = "packages/**/*.ts";', 'const address = "https://a.test";'), []);
});
