import assert from "node:assert/strict";
import { test } from "node:test";
import { renderOnceASecond } from "./render-once-a-second.ts";

const create = (render: (count: number) => Promise<string>) => {
  const state = { now: 0, count: 0 };
  const get = renderOnceASecond(
    () => {
      state.count += 1;
      return render(state.count);
    },
    { now: () => state.now },
  );
  return { state, get };
};

test("all who ask within a second get one text", async () => {
  const { state, get } = create(async (count) => `text ${count}`);
  assert.equal(await get(), "text 1");
  state.now = 999;
  assert.deepEqual(await Promise.all([get(), get()]), ["text 1", "text 1"]);
  state.now = 1_000;
  assert.equal(await get(), "text 2");
});

test("while a text is made, no other one is begun, however long it takes", async () => {
  const made = Promise.withResolvers<string>();
  const { state, get } = create(() => made.promise);
  const first = get();
  state.now = 60_000;
  const second = get();
  made.resolve("text");
  assert.deepEqual(await Promise.all([first, second]), ["text", "text"]);
  assert.equal(state.count, 1);
});

test("a failure is not kept", async () => {
  const { get } = create(async (count) => {
    if (count === 1) throw new Error("the parent process does not answer");
    return "text";
  });
  await assert.rejects(get());
  assert.equal(await get(), "text");
});
