// @engine postgres: the feed of this engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../../core/errors/errors.ts";
import { createDeadline, DeadlineError, withDeadline } from "../../core/time/deadline.ts";
import type { LogRow } from "../changes/change-log.ts";
import { createHistory } from "../engine/history.ts";
import { createPostgresFeed } from "./postgres-feed.ts";

const rows = (newest: number, after: number): LogRow[] =>
  newest <= after
    ? [{ newest, revision: null, entries: null }]
    : Array.from({ length: newest - after }, (_, i) => ({
        newest,
        revision: after + i + 1,
        entries: JSON.stringify([{ op: "put", kind: "user", id: "u", topic: `user:${after + i + 1}` }]),
      }));

/** A commit of this node. */
const logged = (revision: number) => ({
  revision,
  entries: JSON.stringify([{ op: "put", kind: "user", id: "u", topic: `user:${revision}` }]),
  heldAt: 0,
});

/** A log and a clock that the test controls. */
function createFeed() {
  const readings: { after: number; answer(newest: number): void; fail(): void }[] = [];
  let now = 0;
  const fatal: string[] = [];
  const log = { warn: () => {}, fatal: (_details: object, message: string) => void fatal.push(message) };
  const feed = createPostgresFeed({
    history: createHistory({ log, advice: "Do something." }),
    startRevision: 0,
    freshForMilliseconds: 2_000,
    pollEveryMilliseconds: 3_600_000,
    now: () => now,
    read: (after) =>
      new Promise((resolve, reject) => {
        readings.push({
          after,
          answer: (newest) => resolve(rows(newest, after)),
          fail: () => reject(new UnavailableError("away")),
        });
      }),
  });
  return { feed, readings, fatal, advance: (milliseconds: number) => (now += milliseconds) };
}

test("a node counts as current until two seconds after its last reading began", async () => {
  const { feed, readings, advance } = createFeed();
  const first = feed.confirm();
  advance(500);
  readings[0]?.answer(0);
  await first;
  advance(1_500);
  assert.equal(feed.confirm(), undefined);
  advance(1);
  const second = feed.confirm();
  assert.ok(second, "2,001 ms after the reading began, although it ended 1,501 ms ago");
  readings[1]?.answer(0);
  await second;
});

test("parallel requests share one reading", async () => {
  const { feed, readings } = createFeed();
  const asked = Array.from({ length: 10 }, () => feed.confirm());
  assert.equal(readings.length, 1);
  readings[0]?.answer(3);
  await Promise.all(asked);
  assert.equal(feed.revision, 3);
});

test("a request for a revision that the current reading missed starts another reading", async () => {
  const { feed, readings } = createFeed();
  const first = feed.confirm();
  const wanting = feed.confirm(2);
  readings[0]?.answer(1);
  await first;
  await new Promise(setImmediate);
  assert.equal(readings[1]?.after, 1);
  readings[1]?.answer(2);
  await wanting;
  assert.equal(feed.revision, 2);
});

test("a revision that is missing after a new reading is refused", async () => {
  const { feed, readings } = createFeed();
  const wanting = feed.confirm(5);
  readings[0]?.answer(4);
  await assert.rejects(async () => wanting, UnavailableError);
  assert.equal(feed.revision, 4);
});

test("a database that does not answer is not treated as one without changes", async () => {
  const { feed, readings, advance } = createFeed();
  const asked = feed.confirm();
  readings[0]?.fail();
  await assert.rejects(async () => asked, UnavailableError);
  const again = feed.confirm();
  assert.ok(again);
  advance(2_001);
  readings[1]?.answer(0);
  await assert.rejects(
    async () => again,
    UnavailableError,
    "the answer was older than two seconds when it came",
  );
});

test("a node that could not read its own commit reads it before it answers again", async () => {
  const { feed, readings } = createFeed();
  const first = feed.confirm();
  readings[0]?.answer(0);
  await first;
  const committed = feed.catchUp(logged(2));
  readings[1]?.fail();
  await committed;
  const asked = feed.confirm();
  assert.ok(asked, "the last reading was a moment ago, but what it saw is older than our own commit");
  readings[2]?.answer(2);
  await asked;
  assert.equal(feed.revision, 2);
});

test("a node knows its own commit without a reading, also when older and newer readings come afterwards", async () => {
  const { feed, readings } = createFeed();
  let resets = 0;
  feed.onReset(() => {
    resets += 1;
  });
  const begunBefore = feed.confirm();
  await feed.catchUp(logged(1));
  assert.equal(feed.revision, 1);
  assert.equal(readings.length, 1, "no reading of its own");
  readings[0]?.answer(0);
  await begunBefore;
  assert.equal(feed.revision, 1, "the reading was older than the commit");
  feed.wake();
  await feed.catchUp(logged(2));
  readings[1]?.answer(2);
  await new Promise(setImmediate);
  assert.deepEqual([feed.revision, resets], [2, 0]);
});

test("notifications during a reading cause exactly one more reading", async () => {
  const { feed, readings } = createFeed();
  feed.wake();
  feed.wake();
  feed.wake();
  assert.equal(readings.length, 1);
  readings[0]?.answer(1);
  await new Promise(setImmediate);
  assert.equal(readings.length, 2);
  readings[1]?.answer(1);
  await new Promise(setImmediate);
  assert.equal(readings.length, 2);
  assert.equal(feed.confirm(1), undefined);
});

test("a listener that fails keeps the revision where it is", async () => {
  const { feed, readings } = createFeed();
  feed.onChange(() => {
    throw new Error("a cache is broken");
  });
  const asked = feed.confirm();
  readings[0]?.answer(1);
  await assert.rejects(async () => asked, /a cache is broken/);
  assert.equal(feed.revision, 0);
});

test("a reading ends after two seconds, and what it brings later is dropped", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { feed, readings } = createFeed();
  const heard: unknown[] = [];
  feed.onChange((topics) => heard.push(...topics));
  const first = feed.confirm();
  t.mock.timers.tick(2_000);
  await assert.rejects(async () => first, UnavailableError);
  const second = feed.confirm();
  assert.equal(readings.length, 2, "the next reading does not wait for the one that hangs");
  readings[1]?.answer(2);
  await second;
  readings[0]?.answer(1);
  await new Promise(setImmediate);
  assert.equal(feed.revision, 2);
  assert.deepEqual(heard, ["user:1", "user:2"]);
});

test("a request with less time left waits no longer for a reading, and the others still get it", async () => {
  const { feed, readings } = createFeed();
  const short = withDeadline(createDeadline(20), async () => feed.confirm());
  const long = withDeadline(createDeadline(5_000), async () => feed.confirm());
  await assert.rejects(short, DeadlineError);
  readings[0]?.answer(1);
  await long;
  assert.equal(feed.revision, 1);
});

test("the age counts from the beginning of the reading that confirmed the revision", async () => {
  const { feed, readings, advance } = createFeed();
  assert.equal(feed.ageMilliseconds(), Number.POSITIVE_INFINITY);
  const first = feed.refresh();
  advance(700);
  const joined = feed.refresh();
  assert.equal(readings.length, 1, "one reading serves all who ask");
  readings[0]?.answer(0);
  await Promise.all([first, joined]);
  assert.equal(feed.ageMilliseconds(), 700);
  advance(100);
  const second = feed.refresh();
  readings[1]?.fail();
  await assert.rejects(second, UnavailableError);
  assert.equal(feed.ageMilliseconds(), 800, "a reading that fails confirms nothing");
  await feed.catchUp({ ...logged(1), heldAt: 750 });
  assert.equal(feed.ageMilliseconds(), 50, "a commit of this node held the lock on the revision");
});

test("a commit with a number that this node has had before is not acknowledged", async () => {
  const { feed, fatal } = createFeed();
  await feed.catchUp({ ...logged(2), heldAt: 20 });
  await feed.catchUp({ ...logged(1), heldAt: 10 });
  assert.deepEqual(fatal, [], "two commits at once may be told in any order");
  await assert.rejects(feed.catchUp({ ...logged(2), heldAt: 30 }), /went back to revision 2/);
  assert.equal(fatal.length, 1);
});

test("a database that lacks a commit of this node is refused, and one that lacks a commit of another is followed", async () => {
  const { feed, readings, fatal, advance } = createFeed();
  await feed.catchUp(logged(1));
  advance(3_000);
  const ahead = feed.confirm();
  readings[0]?.answer(3);
  await ahead;
  advance(3_000);
  const lost = feed.confirm();
  readings[1]?.answer(1);
  await lost;
  assert.deepEqual([feed.revision, fatal], [1, []], "a failover may lose what nobody was told of");

  advance(3_000);
  const older = feed.confirm();
  readings[2]?.answer(0);
  const refused = { name: "UnavailableError", message: /went back to revision 0.*has committed revision 1/ };
  await assert.rejects(async () => older, refused);
  assert.equal(fatal.length, 1);
  assert.match(fatal[0] ?? "", /revision 1\. Do something\.$/);
  await assert.rejects(async () => feed.confirm(), refused, "also when it has caught up by other commits");
  assert.equal(readings.length, 3);
  assert.equal(fatal.length, 1);
});
