import assert from "node:assert/strict";
import { test } from "node:test";
import { createKeepHistory } from "./keep-history.ts";

function createDatabase() {
  const stored = { identity: 7, mark: undefined as number | undefined };
  const clock = { mark: 1_000 as number | undefined };
  const broken: string[] = [];
  const keep = createKeepHistory({
    clockMark: {
      find: async () => stored.mark,
      raise: async (time) => {
        stored.mark = Math.max(time, stored.mark ?? 0);
      },
    },
    clock,
    findIdentity: async () => stored.identity,
    onBroken: (reason) => {
      broken.push(reason);
      return new Error(reason);
    },
  });
  return { stored, clock, broken, keep };
}

test("the time is stored, and one that others have raised is accepted", async () => {
  const { stored, clock, broken, keep } = createDatabase();
  await keep();
  assert.equal(stored.mark, 1_000);
  stored.mark = 9_000;
  clock.mark = 2_000;
  await keep();
  assert.equal(stored.mark, 9_000);
  assert.deepEqual(broken, []);
});

for (const older of [undefined, 999])
  test(`a stored time that went back to ${older} is an older state of the database`, async () => {
    const { stored, broken, keep } = createDatabase();
    await keep();
    stored.mark = older;
    await assert.rejects(keep(), /an older state/);
    assert.equal(broken.length, 1);
    assert.equal(stored.mark, older, "nothing is written to it");
  });

test("a database of another installation is refused", async () => {
  const { stored, keep } = createDatabase();
  await keep();
  stored.identity = 8;
  stored.mark = 5_000;
  await assert.rejects(keep(), /another installation/);
});

test("while the time is in doubt nothing is stored, and an operator may accept an earlier time", async () => {
  const { stored, clock, broken, keep } = createDatabase();
  await keep();
  clock.mark = undefined;
  await keep();
  stored.mark = 500;
  clock.mark = 600;
  await keep();
  assert.equal(stored.mark, 600);
  assert.deepEqual(broken, []);
});
