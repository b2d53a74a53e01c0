import assert from "node:assert/strict";
import { test } from "node:test";
import { withFreshBodies } from "./with-fresh-bodies.ts";

const plan = { path: "/", contentType: "text/plain", check: () => {}, seconds: 2 };
const createBodies = async (count: number): Promise<string[]> =>
  Array.from({ length: count }, (_, index) => `code-${index}`);

test("bodies that can be sent again and again stay as they are", async () => {
  const load = { ...plan, bodies: ["always"] };
  assert.equal(await withFreshBodies(load, 1_000), load);
});

test("bodies for one use are created again, more than the fastest run would need, and there are no more requests than bodies", async () => {
  const { bodies, requests } = await withFreshBodies({ ...plan, bodies: ["spent"], createBodies }, 1_000);
  assert.equal(requests, bodies.length);
  assert.ok(bodies.length > 2_000);
  assert.ok(!bodies.includes("spent"));
});

test("a run with a number of requests gets that number of bodies", async () => {
  assert.equal(
    (await withFreshBodies({ ...plan, bodies: [], createBodies, requests: 7 }, 1_000)).bodies.length,
    7,
  );
});

test("if fewer bodies could be created than wanted, the run has fewer requests", async () => {
  const scarce = async (): Promise<string[]> => ["one", "two"];
  assert.equal(
    (await withFreshBodies({ ...plan, bodies: [], createBodies: scarce, requests: 7 }, 0)).requests,
    2,
  );
});
