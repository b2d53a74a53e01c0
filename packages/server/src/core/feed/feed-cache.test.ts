import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createDeadline, DeadlineError, remainingMilliseconds, withDeadline } from "../time/deadline.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { createFeedCache } from "./feed-cache.ts";

const feed: ChangeFeed = {
  revision: 1,
  confirm: () => undefined,
  refresh: async () => undefined,
  ageMilliseconds: () => 0,
  onChange: () => {},
  onReset: () => {},
};
const within = <T>(milliseconds: number, work: () => T): T =>
  withDeadline(createDeadline(milliseconds), work);

test("a request that joins the load of another ends at its own deadline", async () => {
  let finish: (value: string) => void = () => {};
  let loads = 0;
  let loadMilliseconds = 0;
  const cache = createFeedCache<string>({
    feed,
    limit: 10,
    load: () => {
      loads += 1;
      loadMilliseconds = remainingMilliseconds();
      return new Promise((resolve) => {
        finish = (value) => resolve({ revision: 1, value });
      });
    },
  });
  const short = within(30, async () => cache.get("a"));
  const long = within(5_000, async () => cache.get("a"));
  await assert.rejects(short, DeadlineError);
  finish("loaded");
  assert.equal(await long, "loaded");
  assert.equal(loads, 1);
  assert.ok(loadMilliseconds > 1_000, "the load does not end with the request that began it");
  assert.equal(cache.get("a"), "loaded");
});

test("a key that changes during every load does not load for ever", async (t) => {
  let now = performance.now();
  t.mock.method(performance, "now", () => now);
  let loads = 0;
  const cache = createFeedCache<string>({
    feed,
    limit: 10,
    load: async () => {
      loads += 1;
      now += 1_000;
      cache.invalidate("a");
      await nextTurn();
      return { revision: 1, value: "stale" };
    },
  });
  await assert.rejects(async () => cache.get("a"), DeadlineError);
  assert.equal(loads, 8);
});
