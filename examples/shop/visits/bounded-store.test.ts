import assert from "node:assert/strict";
import { test } from "node:test";
import { createBoundedStore } from "./bounded-store.ts";

function createStore(limit: number) {
  let now = 1_000;
  const store = createBoundedStore<string>({ now: () => now, limit, lifetimeSeconds: 60 });
  return {
    store,
    pass: (seconds: number) => {
      now += seconds;
    },
  };
}

test("a value is found by its token alone, and taken only once", () => {
  const { store } = createStore(10);
  const token = store.add("one");
  assert.notEqual(store.add("two"), token);
  assert.equal(store.find(token), "one");
  assert.equal(store.find("__proto__"), undefined);
  assert.equal(store.find(undefined), undefined);
  assert.equal(store.take(token), "one");
  assert.equal(store.take(token), undefined);
});

test("a value lives for its time and no longer, changed or not", () => {
  const { store, pass } = createStore(10);
  const token = store.add("one");
  pass(59);
  store.replace(token, "changed");
  assert.equal(store.find(token), "changed");
  pass(1);
  assert.equal(store.find(token), undefined);
  store.replace(token, "too late");
  assert.equal(store.take(token), undefined);
});

test("a full store removes only the oldest value", () => {
  const { store } = createStore(3);
  const tokens = ["one", "two", "three", "four"].map(store.add);
  assert.deepEqual(tokens.map(store.find), [undefined, "two", "three", "four"]);
});

test("a full store removes expired values first", () => {
  const { store, pass } = createStore(3);
  store.add("old");
  pass(60);
  const tokens = ["one", "two", "three"].map(store.add);
  assert.deepEqual(tokens.map(store.find), ["one", "two", "three"]);
});
