import assert from "node:assert/strict";
import { test } from "node:test";
import { generateNodeId, serverOf } from "../core/values/node-id.ts";
import { joinWorkers } from "./join-workers.ts";
import type { ServerNode } from "./stores.ts";

const node = (id: string, more: Partial<ServerNode> = {}): ServerNode => ({
  id,
  host: "one.example.test",
  version: "1.0.0",
  engine: "postgres",
  startedAt: 100,
  seenAt: 200,
  revision: 7,
  secretIds: ["a", "b"],
  schema: 3,
  ...more,
});

test("the workers of a server are one node, which has what all of them have", () => {
  const [first, second] = [generateNodeId("server"), generateNodeId("server")];
  assert.notEqual(first, second);
  const alone = node(generateNodeId());
  const joined = joinWorkers([
    node(first, { startedAt: 90, revision: 9, secretIds: ["b", "c"] }),
    alone,
    node(second, { seenAt: 210 }),
  ]);
  assert.deepEqual(joined, [node(serverOf(first), { startedAt: 90, seenAt: 210, secretIds: ["b"] }), alone]);
});

test("the id of a node does not reveal the id that opens the lock of its database", () => {
  assert.ok(!generateNodeId("5f0c3c52").includes("5f0c3c52"));
  assert.match(generateNodeId("5f0c3c52"), /^nod_[0-9a-f]{24}\.[0-9a-z]{8}$/);
});
