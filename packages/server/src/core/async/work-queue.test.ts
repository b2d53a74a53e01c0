import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../errors/errors.ts";
import { createDeadline, DeadlineError, withDeadline } from "../time/deadline.ts";
import { createWorkQueue } from "./work-queue.ts";

const settle = () => new Promise(setImmediate);

/** A queue whose clock the test sets, and whose work ends when the test says so. */
function setUp() {
  const clock = { now: 0 };
  const begun: string[] = [];
  const refused: string[] = [];
  let endCurrent = () => {};
  const queue = createWorkQueue({ name: "writes", longestWaitMilliseconds: 4_000, now: () => clock.now });
  const add = (name: string) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => {
        endCurrent = resolve;
      });
    };
    queue.run(work).catch((error) => {
      assert.ok(error instanceof UnavailableError);
      refused.push(name);
    });
  };
  /** The present work takes this long. */
  const end = async (milliseconds: number) => {
    clock.now += milliseconds;
    endCurrent();
    await settle();
  };
  return { queue, clock, begun, refused, add, end };
}

test("work runs one after the other, in the order of arrival while nobody waits for long", async () => {
  const { begun, refused, add, end } = setUp();
  for (const name of ["a", "b", "c"]) add(name);
  await settle();
  assert.deepEqual(begun, ["a"]);
  await end(100);
  assert.deepEqual(begun, ["a", "b"]);
  await end(100);
  await end(100);
  add("d");
  await settle();
  assert.deepEqual(begun, ["a", "b", "c", "d"]);
  assert.deepEqual(refused, []);
});

test("the newest is next while the oldest has waited for long and the queue is long", async () => {
  const { begun, refused, add, end } = setUp();
  for (let index = 0; index < 40; index += 1) {
    add("slow");
    await settle();
    await end(500);
  }
  begun.length = 0;
  for (const name of ["a", "b", "c", "d", "e", "f", "g"]) add(name);
  await settle();
  await end(1_001);
  add("h");
  await end(10);
  assert.deepEqual(begun, ["a", "g", "h"]);
  await end(10);
  await end(10);
  assert.deepEqual(begun, ["a", "g", "h", "f", "b"], "in turn again when it is short");
  assert.deepEqual(refused, []);
});

test("three callers that send the next when they have their answer are all served, however slow the work is", async () => {
  const { begun, refused, add, end } = setUp();
  for (const name of ["a", "b", "c"]) add(name);
  await settle();
  for (let turn = 0; turn < 30; turn += 1) {
    const running = begun.at(-1) ?? "";
    await end(900);
    add(running);
  }
  assert.deepEqual(refused, []);
  assert.deepEqual(begun.slice(0, 6), ["a", "b", "c", "a", "b", "c"]);
});

test("work that was passed over for too long is refused", async () => {
  const { begun, refused, add, end } = setUp();
  for (const name of ["a", "b", "c"]) add(name);
  await settle();
  await end(4_001);
  assert.deepEqual(begun, ["a"]);
  assert.deepEqual(refused, ["b", "c"]);
  add("d");
  await settle();
  assert.deepEqual(begun, ["a", "d"]);
});

test("work is refused at once when those before it would take too long, by what the last ones took", async () => {
  const { queue, begun, refused, add, end } = setUp();
  for (let index = 0; index < 40; index += 1) {
    add("slow");
    await settle();
    await end(500);
  }
  begun.length = 0;
  for (let index = 0; index < 12; index += 1) add(`${index}`);
  await settle();
  assert.deepEqual(begun, ["0"]);
  // One runs, and eight that wait take four seconds. The ninth finds eight, and is the last one.
  assert.deepEqual(refused, ["10", "11"]);
  assert.throws(() => queue.requireRoom(), UnavailableError);
  await end(1);
  queue.requireRoom();
});

test("the time of work counts as it changes: a queue that became fast takes more", async () => {
  const { refused, add, end } = setUp();
  for (const milliseconds of [...Array(20).fill(2_000), ...Array(40).fill(1)]) {
    add("one");
    await settle();
    await end(milliseconds);
  }
  for (let index = 0; index < 100; index += 1) add(`${index}`);
  await settle();
  assert.deepEqual(refused, []);
});

test("work that fails ends its turn, and work whose time is over does not begin", async () => {
  const queue = createWorkQueue({ name: "writes", longestWaitMilliseconds: 4_000 });
  const failing = queue.run(async () => {
    throw new TypeError("a mistake");
  });
  let ran = false;
  const late = withDeadline(createDeadline(0), () =>
    queue.run(async () => {
      ran = true;
    }),
  );
  const next = queue.run(async () => "next");
  await assert.rejects(failing, TypeError);
  await assert.rejects(late, DeadlineError);
  assert.equal(ran, false);
  assert.equal(await next, "next");
});

test("the next work begins after other events were handled", async () => {
  const steps: string[] = [];
  const queue = createWorkQueue({
    name: "writes",
    longestWaitMilliseconds: 4_000,
    betweenWork: async () => {
      await settle();
      steps.push("events");
    },
  });
  const note = (name: string) => queue.run(async () => void steps.push(name));
  await Promise.all([note("one"), note("two")]);
  assert.deepEqual(steps, ["one", "events", "two"]);
});
