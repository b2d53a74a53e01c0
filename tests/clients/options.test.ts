import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { MissingTool } from "./client.ts";
import { CLIENTS } from "./clients.ts";
import { outcomeWithout, parseOptions } from "./options.ts";
import { formatResults } from "./result.ts";

const namesOf = (...args: string[]) => parseOptions(args, CLIENTS).clients.map(({ name }) => name);

test("without names all clients are asked for, with names only these, and to record only those that are replayed", () => {
  assert.deepEqual(
    namesOf(),
    CLIENTS.map(({ name }) => name),
  );
  assert.deepEqual(namesOf("spring", "bun"), ["bun", "spring"]);
  assert.deepEqual(namesOf("--record"), ["authlib", "requests-oauthlib"]);
  for (const args of [["nobody"], ["--nothing"], ["--record", "bun"]])
    assert.throws(() => parseOptions(args, CLIENTS), TypeError);
});

test("a missing tool fails the run; only Spring is skipped, unless it is named", () => {
  const missing = new MissingTool("mvn is missing");
  const withoutArguments = parseOptions([], CLIENTS);
  const omitted = CLIENTS.filter((client) => outcomeWithout(missing, client, withoutArguments) === "not run");
  assert.deepEqual(
    omitted.map(({ name }) => name),
    ["spring", "quick-starts-spring"],
  );
  for (const client of CLIENTS) {
    const byName = parseOptions([client.name], CLIENTS);
    assert.equal(outcomeWithout(missing, client, byName), "failed");
    assert.equal(outcomeWithout(new Error("does not build"), client, withoutArguments), "failed");
  }
});

test("a client that was asked for and is missing fails the run, and the run says how to get it", () => {
  const run = join(import.meta.dirname, "run.ts");
  const { status, stdout } = spawnSync(process.execPath, [run, "oapi-codegen", "spring"], {
    encoding: "utf8",
    env: { ...process.env, PATH: "/nowhere" },
  });
  assert.equal(status, 1);
  assert.match(stdout, /go is missing; install Go/);
  assert.match(stdout, /mvn is missing; install Maven/);
  assert.match(stdout, /^0 passed, 2 failed, 0 not run$/m);
});

test("the table has a line for each client, and says in one line why it failed", () => {
  const table = formatResults([
    { name: "one", version: "1.0", tried: ["this", "that"], outcome: "passed", seconds: 3 },
    { name: "two", version: "", tried: [], outcome: "failed", reason: "a | b\nand more", seconds: 0 },
  ]);
  assert.match(table, /^\| one \| 1\.0 \| this; that \| passed \| 3 s \|$/m);
  assert.match(table, /^\| two \| {2}\| {2}\| failed: a \\\| b \| 0 s \|$/m);
  assert.match(table, /^1 passed, 1 failed, 0 not run$/m);
});
