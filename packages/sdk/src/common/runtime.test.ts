import assert from "node:assert/strict";
import { test } from "node:test";
import { readRuntime } from "./runtime.ts";

test("what is left out is the system's, looked up at each use", async () => {
  const { fetch, clock, random } = readRuntime({});
  const before = globalThis.fetch;
  globalThis.fetch = async () => new Response("replaced later");
  try {
    assert.equal(await (await fetch("https://licet.example.test")).text(), "replaced later");
  } finally {
    globalThis.fetch = before;
  }
  assert.ok(Math.abs(clock.now() - Date.now()) < 60_000);
  assert.ok(clock.monotonic() <= performance.now());
  assert.ok(random() >= 0 && random() < 1);
});

test("the fetch of a browser can be given as it is", async () => {
  function fetchOfBrowser(this: unknown) {
    return this === undefined
      ? Promise.resolve(new Response("sent"))
      : Promise.reject(new TypeError("Illegal"));
  }
  const runtime = readRuntime({ fetch: fetchOfBrowser as typeof fetch });
  assert.equal(await (await runtime.fetch("https://licet.example.test")).text(), "sent");
});

test("a clock may have a part of the functions, and be an instance of a class", () => {
  class Stopped {
    readonly #milliseconds = 7;
    now() {
      return this.#milliseconds;
    }
  }
  const { now, monotonic } = readRuntime({ clock: new Stopped() }).clock;
  assert.equal(now(), 7);
  assert.notEqual(monotonic(), 7);
});
