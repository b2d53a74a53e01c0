import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration, renderTimeAgo } from "./time.ts";

test("a duration is told in a unit that people would use, never shorter than it is", () => {
  const told: readonly (readonly [number, string])[] = [
    [0, "1 second"],
    [1, "1 second"],
    [59.2, "1 minute"],
    [90, "90 seconds"],
    [600, "10 minutes"],
    [841, "15 minutes"],
    [3_600, "1 hour"],
    [5_400, "90 minutes"],
    [86_400, "1 day"],
    [100_000, "28 hours"],
    [7_776_000, "90 days"],
  ];
  for (const [seconds, words] of told) assert.equal(formatDuration(seconds, "en"), words);
  assert.equal(formatDuration(600, "zh"), "10分钟");
});

test("a time is told by how long ago it was, with the exact one at hand", () => {
  const now = 1_790_000_000;
  const ago = (seconds: number) => renderTimeAgo(now - seconds, now, "en").toString();
  assert.match(ago(0), />just now</);
  assert.match(ago(59), />just now</);
  assert.match(renderTimeAgo(now, now, "zh").toString(), />刚刚</);
  assert.match(ago(5_400), />1 hour ago</);
  assert.match(ago(86_400), />yesterday</);
  assert.equal(
    renderTimeAgo(0, 60, "en").toString(),
    '<time datetime="1970-01-01T00:00:00.000Z" title="1970-01-01 00:00 UTC">1 minute ago</time>',
  );
  assert.match(ago(-5), />just now</, "clocks may differ a little between nodes");
});
