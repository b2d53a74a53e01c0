import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeFeed, ChangeListener } from "../../core/feed/change-feed.ts";
import { createKnownRevocations } from "./known-revocations.ts";

/** A node at revision 1, and the database that it asks. */
function createNode() {
  const revoked = new Set<string>();
  const asked: string[] = [];
  let listener: ChangeListener | undefined;
  let reset = () => {};
  const feed = {
    revision: 1,
    confirm: () => undefined,
    onChange: (given: ChangeListener) => {
      listener = given;
    },
    onReset: (given: () => void) => {
      reset = given;
    },
  } as Partial<ChangeFeed> as ChangeFeed;
  const isRevoked = createKnownRevocations(
    {
      async readRevoked(id) {
        asked.push(id);
        return { revision: 1, value: revoked.has(id) };
      },
    },
    feed,
  );
  return {
    isRevoked,
    revoked,
    asked,
    tell: (id: string) => listener?.([`token:${id}`]),
    reset: () => reset(),
  };
}

test("the database is asked once for a token, until its revocation is announced", async () => {
  const { isRevoked, revoked, asked, tell } = createNode();
  assert.equal(await isRevoked("one"), false);
  assert.equal(isRevoked("one"), false, "known at once");
  assert.equal(await isRevoked("two"), false);
  revoked.add("one");
  tell("one");
  assert.equal(await isRevoked("one"), true);
  assert.equal(isRevoked("one"), true);
  assert.equal(isRevoked("two"), false);
  assert.deepEqual(asked, ["one", "two", "one"]);
});

test("a revocation that is announced during the question is not missed", async () => {
  const { isRevoked, revoked, asked, tell } = createNode();
  const answer = isRevoked("one");
  revoked.add("one");
  tell("one");
  assert.equal(await answer, true);
  assert.deepEqual(asked, ["one", "one"]);
});

test("everything is asked again when the changes are not known one by one", async () => {
  const { isRevoked, revoked, asked, reset } = createNode();
  await isRevoked("one");
  revoked.add("one");
  reset();
  assert.equal(await isRevoked("one"), true);
  assert.deepEqual(asked, ["one", "one"]);
});
