import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startTestProcess, type TestProcess } from "./start-test-process.ts";

const fixture = (name: string) => `scripts/testing/process/fixtures/${name}.ts`;

describe("a process that runs test files one after the other", () => {
  let running: TestProcess;
  before(() => {
    running = startTestProcess({});
  });
  // What a fixture leaves behind would keep it alive.
  after(() => running.kill());

  test("reports each test with its outcome, its place and its error", async () => {
    const { tests, result } = await running.run(fixture("passes-and-fails"));
    assert.deepEqual(
      tests.map(({ name, outcome }) => [name, outcome]),
      [
        ["passes", "passed"],
        ["fails", "failed"],
        ["is skipped", "skipped"],
      ],
    );
    assert.match(tests[1]?.error ?? "", /1 !== 2/);
    assert.equal(tests[1]?.place, `${fixture("passes-and-fails")}:6`);
    assert.equal(result?.outcome, "failed");
    assert.equal(result.error, undefined, "the failed test has said it");
    assert.deepEqual(result.leftBehind, []);
  });

  test("says why a file could not be loaded, and runs the next one", async () => {
    const { tests, result } = await running.run(fixture("cannot-be-loaded"));
    assert.deepEqual(tests, []);
    assert.equal(result?.outcome, "failed");
    assert.match(result.error ?? "", /it cannot be loaded/);
  });

  test("names what a file has left behind", async () => {
    const { result } = await running.run(fixture("leaves-something"));
    assert.equal(result?.outcome, "passed");
    assert.deepEqual(result.leftBehind, [
      "the variable LICET_LEFT_BEHIND is changed",
      "1 more listener of the process for SIGUSR2",
      "1 more open TCPServerWrap",
    ]);
  });

  test("an error that nobody handled is one of the file during which it occurred", async () => {
    const { tests, result } = await running.run(fixture("throws-later"));
    assert.deepEqual(
      tests.map(({ outcome }) => outcome),
      ["passed"],
    );
    assert.equal(result?.leftBehind.length, 2);
    assert.match(result.leftBehind[0] ?? "", /rejected/);
    assert.match(result.leftBehind[1] ?? "", /thrown later/);
    assert.deepEqual((await running.run(fixture("passes-and-fails"))).result?.leftBehind, []);
  });
});

test("a file that ends its process has no result, and the process takes no other file", async () => {
  const running = startTestProcess({});
  const { result } = await running.run(fixture("ends-its-process"));
  assert.equal(result, undefined);
  assert.equal(running.isAlive, false);
  await running.end();
});
