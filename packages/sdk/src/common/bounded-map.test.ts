import assert from "node:assert/strict";
import { test } from "node:test";
import { BoundedMap } from "./bounded-map.ts";

const NAMES = Array.from({ length: 100 }, (_, index) => `n${index}`);
const keptOf = (map: BoundedMap<string>) => NAMES.filter((name) => map.get(name) !== undefined).length;

test("neither more values nor more bytes than allowed are kept", () => {
  for (const bounds of [
    { entries: 10, bytes: 1_000_000 },
    { entries: 1_000_000, bytes: 1_000 },
  ]) {
    const map = new BoundedMap<string>(bounds);
    for (const name of NAMES) map.set(name, name, 100);
    const kept = keptOf(map);
    assert.ok(kept >= 5 && kept <= 10, `${kept}`);
  }
});

test("a value that is used stays, whatever comes", () => {
  const map = new BoundedMap<string>({ entries: 10, bytes: 1_000 });
  map.set("used", "used", 100);
  for (const name of NAMES) {
    map.set(name, name, 100);
    assert.equal(map.get("used"), "used");
  }
});

test("a value that is larger than its share is not kept, and takes no place of others", () => {
  const map = new BoundedMap<string>({ entries: 10, bytes: 1_000 });
  map.set("small", "small", 100);
  map.set("large", "large", 501);
  assert.equal(map.get("large"), undefined);
  assert.equal(map.get("small"), "small");
});

test("what is replaced or deleted no longer counts", () => {
  const map = new BoundedMap<string>({ entries: 10, bytes: 1_000 });
  map.set("kept", "kept", 100);
  for (let count = 0; count < 100; count += 1) map.set("replaced", `${count}`, 400);
  map.delete("replaced");
  map.set("other", "other", 400);
  assert.equal(map.get("kept"), "kept");
  assert.equal(map.get("other"), "other");
  assert.equal(map.get("replaced"), undefined);
});
