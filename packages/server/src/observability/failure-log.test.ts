import assert from "node:assert/strict";
import { test } from "node:test";
import { createFailureLog, type FailureDetails } from "./failure-log.ts";

interface Line {
  readonly level: string;
  readonly message: string;
  readonly details: FailureDetails;
}

function record() {
  const lines: Line[] = [];
  const write = (level: string) => (details: unknown, message?: string) =>
    void lines.push({ level, message: message ?? "", details: details as FailureDetails });
  return { lines, failures: createFailureLog({ warn: write("warn"), error: write("error") } as never) };
}

const away = () => new Error("the database does not answer");

test("the first failure is logged with its stack, the others as one line a second with their number", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { lines, failures } = record();
  for (let request = 0; request < 5_000; request += 1)
    failures.warn({ err: away(), requestId: `r${request}` }, "cannot answer");
  assert.equal(lines.length, 1);
  assert.ok(lines[0]?.details.err instanceof Error);
  assert.equal(lines[0]?.details.requestId, "r0");

  t.mock.timers.tick(1_000);
  for (let request = 0; request < 70; request += 1) failures.warn({ err: away() }, "cannot answer");
  t.mock.timers.tick(1_000);
  t.mock.timers.tick(1_000);
  assert.equal(lines.length, 3, "a second without failures has no line");
  assert.deepEqual(
    lines.slice(1).map(({ level, message, details }) => [level, message, details.count, details.err]),
    [
      ["warn", "cannot answer", 4_999, undefined],
      ["warn", "cannot answer", 70, undefined],
    ],
  );
  assert.equal(lines[1]?.details.reason, "Error: the database does not answer");
  assert.deepEqual(lines[1]?.details.requestIds, ["r1", "r2", "r3", "r4", "r5"]);
  failures.close();
});

test("another message with the same reason has lines of its own, but not another stack", () => {
  const { lines, failures } = record();
  failures.warn({ err: away() }, "cannot answer");
  failures.error({ err: away() }, "the heartbeat could not be written");
  failures.error({ err: new TypeError("x is undefined") }, "request failed");
  assert.deepEqual(
    lines.map(({ message, details }) => [message, details.err !== undefined]),
    [
      ["cannot answer", true],
      ["the heartbeat could not be written", false],
      ["request failed", true],
    ],
  );
  failures.close();
});

test("after ten quiet seconds the next failure is a new episode, with its stack", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { lines, failures } = record();
  failures.warn({ err: away() }, "cannot answer");
  for (let second = 0; second < 10; second += 1) t.mock.timers.tick(1_000);
  failures.warn({ err: away() }, "cannot answer");
  assert.equal(lines.filter(({ details }) => details.err instanceof Error).length, 2);
  failures.close();
});

test("the last counts are written when it closes", () => {
  const { lines, failures } = record();
  for (let times = 0; times < 3; times += 1) failures.warn({ reason: "stopping" }, "not ready");
  failures.close();
  assert.deepEqual(
    lines.map(({ details }) => details.count),
    [undefined, 2],
  );
});

test("reasons that always differ do not make a line each", () => {
  const { lines, failures } = record();
  for (let times = 0; times < 10_000; times += 1)
    failures.error({ err: new Error(`broken at ${times}`) }, "request failed");
  failures.close();
  assert.ok(lines.length < 110, `${lines.length} lines`);
  const counted = lines.reduce((sum, { details }) => sum + ((details.count as number | undefined) ?? 1), 0);
  assert.equal(counted, 10_000);
});
