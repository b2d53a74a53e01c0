import assert from "node:assert/strict";
import { test } from "node:test";
import { mintFor } from "./mint-for.ts";

const plan = { path: "/", contentType: "text/plain", check: () => {}, seconds: 2 };
const mint = async (count: number): Promise<string[]> =>
  Array.from({ length: count }, (_, index) => `code-${index}`);

test("bodies that can be sent again and again stay as they are", async () => {
  const load = { ...plan, bodies: ["always"] };
  assert.equal(await mintFor(load, 1_000), load);
});

test("bodies for one use are made anew, more than the fastest run would need, and no request goes beyond them", async () => {
  const { bodies, requests } = await mintFor({ ...plan, bodies: ["spent"], mint }, 1_000);
  assert.equal(requests, bodies.length);
  assert.ok(bodies.length > 2_000);
  assert.ok(!bodies.includes("spent"));
});

test("a run of so many requests gets so many bodies", async () => {
  assert.equal((await mintFor({ ...plan, bodies: [], mint, requests: 7 }, 1_000)).bodies.length, 7);
});

test("when fewer could be made than wanted, the run ends with them", async () => {
  const scarce = async (): Promise<string[]> => ["one", "two"];
  assert.equal((await mintFor({ ...plan, bodies: [], mint: scarce, requests: 7 }, 0)).requests, 2);
});
