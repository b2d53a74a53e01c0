import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServerNode } from "../../../operations/stores.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

const node = (id: string, seenAt: number, more: Partial<ServerNode> = {}): ServerNode => ({
  id,
  host: "one.example.test",
  version: "1.2.3",
  engine: "sqlite",
  startedAt: 50,
  seenAt,
  revision: 7,
  secretIds: ["one"],
  schema: 2,
  ...more,
});

const DAY = 86_400;

export function nodeCases(engine: EngineUnderTest): void {
  test("nodes that were seen recently are listed, the oldest first, and a regular stop removes a node at once", () =>
    onEmptyStorage(engine, async ({ nodes, sweeper }) => {
      await nodes.recordHeartbeat(node("b", 100));
      await nodes.recordHeartbeat(
        node("a", 100, { startedAt: 60, engine: "postgres", secretIds: ["one", "two"] }),
      );
      await nodes.recordHeartbeat(node("b", 110, { revision: 8, startedAt: 99 }));
      assert.deepEqual(await nodes.listSeenSince(100), [
        node("b", 110, { revision: 8 }),
        node("a", 100, { startedAt: 60, engine: "postgres", secretIds: ["one", "two"] }),
      ]);
      assert.deepEqual(
        (await nodes.listSeenSince(101)).map(({ id }) => id),
        ["b"],
      );
      await nodes.remove("b");
      assert.deepEqual(await nodes.listSeenSince(101), []);
      assert.equal(await sweeper.sweep(100 + DAY - 1, 99), 0);
      assert.equal(await sweeper.sweep(100 + DAY, 99), 1);
    }));
}
