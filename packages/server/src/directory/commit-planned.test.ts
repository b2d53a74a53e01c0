import assert from "node:assert/strict";
import { test } from "node:test";
import { ConflictError, UnavailableError, VersionMismatchError } from "../core/errors/errors.ts";
import { commitPlanned, type LastWrite, OvertakenError, unavailableIfOvertaken } from "./commit-planned.ts";
import type { StateStore } from "./stores.ts";
import { actor } from "./testing/apply.ts";
import { createMemoryStateStore } from "./testing/memory-state-store.ts";

const put = (name: string) => ({ op: "put", kind: "group", value: { name } }) as const;

test("each attempt of a commit gets a new actor, and the caches are confirmed first", async () => {
  const store = createMemoryStateStore();
  const steps: string[] = [];
  let others = 1;
  const { revision } = await commitPlanned({
    store,
    feed: {
      revision: 0,
      confirm: async (atLeast) => {
        steps.push(`confirm ${atLeast}`);
      },
    },
    plan: async () => {
      steps.push("plan");
      if (others-- > 0) await store.commit([put("other")], actor);
      return { changes: [put("mine")] };
    },
    actor: () => {
      steps.push("actor");
      return actor;
    },
  });
  assert.equal(revision, 2);
  assert.deepEqual(steps, ["confirm undefined", "plan", "actor", "confirm 1", "plan", "actor"]);
});

test("what a plan says on a revision that is no longer the newest is not final", async () => {
  const store = createMemoryStateStore();
  await store.commit([put("theirs")], actor);
  const feed = { revision: 0, confirm: () => undefined };
  let plans = 0;
  const planAgain = async (first: () => { changes: [] }) => {
    plans += 1;
    return plans === 1 ? first() : { changes: [put("mine")] };
  };
  const refuse = () => {
    throw new VersionMismatchError("it does not exist");
  };
  assert.equal(
    (await commitPlanned({ store, feed, plan: () => planAgain(refuse), actor: () => actor })).revision,
    2,
  );
  plans = 0;
  const unchanged = () => ({ changes: [] as [] });
  const written = await commitPlanned({ store, feed, plan: () => planAgain(unchanged), actor: () => actor });
  assert.deepEqual([plans, written.revision], [2, 3]);
});

test("a failed precondition of the caller is final and is not retried", async () => {
  let plans = 0;
  const attempt = commitPlanned({
    store: createMemoryStateStore(),
    plan: async () => {
      plans += 1;
      throw new VersionMismatchError("it has another version: 2");
    },
    actor: () => actor,
  });
  await assert.rejects(attempt, VersionMismatchError);
  assert.equal(plans, 1);
});

test("a plan without changes writes nothing and names the revision it was made at", async () => {
  const store = createMemoryStateStore();
  const result = await commitPlanned({
    store,
    plan: async () => ({ changes: [], told: 1 }),
    actor: () => actor,
  });
  assert.deepEqual(result, { changes: [], told: 1, revision: 0 });
});

test("the commit records its effect at the idempotency key of the request", async () => {
  const store = createMemoryStateStore();
  const claimed = { key: "k", claimedAt: 1 };
  const expected: unknown[] = [];
  const commit: typeof store.commit = (changes, by, given) => {
    expected.push(given);
    return store.commit(changes, by, given);
  };
  await commitPlanned({
    store: { ...store, commit },
    plan: async () => ({ changes: [put("mine")] }),
    actor: () => actor,
    claimed,
  });
  assert.deepEqual(expected, [{ revision: 0, claimed }]);
});

test("a write that was overtaken in every attempt becomes unavailable; other conflicts stay conflicts", async () => {
  assert.throws(
    () => unavailableIfOvertaken(new OvertakenError(new ConflictError("other"))),
    UnavailableError,
  );
  const taken = new ConflictError("the name is taken");
  assert.throws(() => unavailableIfOvertaken(taken), taken);
});

test("a large file takes its turn after a few attempts, however often others write", async () => {
  const { store, locked } = createLockingStore();
  let plans = 0;
  const plan = async () => {
    plans += 1;
    if (locked.length === 0) await store.commit([put(`other-${plans}`)], actor);
    return { changes: [put("mine")] };
  };
  const { revision } = await commitPlanned({ store, plan, actor: () => actor, takesTurn: true });
  assert.deepEqual([plans, revision, locked], [4, 4, [3]]);
});

/** A store that also plans under a lock, and notes when it does. */
function createLockingStore() {
  const store = createMemoryStateStore();
  const locked: number[] = [];
  const commitLocked: NonNullable<StateStore["commitLocked"]> = async (plan, by) => {
    const revision = await store.revision();
    locked.push(revision);
    const planned = await plan(revision);
    return { ...planned, ...(await store.commit(planned.changes, by(), { revision })) };
  };
  return { store: { ...store, commitLocked }, locked };
}

test("a writer plans under the lock when it was overtaken, and while others write between its writes", async () => {
  const { store, locked } = createLockingStore();
  const lastWrite: LastWrite = { revision: undefined };
  const write = (plan = async () => ({ changes: [put("mine")] })) =>
    commitPlanned({ store, plan, actor: () => actor, lastWrite });

  await write();
  await write();
  assert.deepEqual(locked, [], "a writer that is alone keeps nobody waiting");

  let others = 1;
  await write(async () => {
    if (others-- > 0) await store.commit([put("theirs")], actor);
    return { changes: [put("mine")] };
  });
  assert.deepEqual(locked, [3], "it was overtaken once, and not again");

  await store.commit([put("theirs")], actor);
  await write();
  assert.deepEqual(locked, [3, 5], "others have written since its last write");
  await write();
  assert.deepEqual(locked, [3, 5], "it is alone again");
});

test("without a lock in the store, a writer that was overtaken tries again", async () => {
  const { commitLocked: _, ...store } = createMemoryStateStore();
  let others = 2;
  const { revision } = await commitPlanned({
    store,
    plan: async () => {
      if (others-- > 0) await store.commit([put("theirs")], actor);
      return { changes: [put("mine")] };
    },
    actor: () => actor,
    lastWrite: { revision: undefined },
  });
  assert.equal(revision, 3);
});
