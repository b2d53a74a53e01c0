import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ASKER, FIRM } from "./firm.ts";
import { send } from "./send.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: FIRM });
  token = await fetchToken(licet, ASKER, "licet:check");
});
after(() => licet.stop());

const ask = (body: unknown) => send(`${licet.url}/api/v1/check:batch`, token, body);
const read = (subject: string, resource?: string) => ({
  subject,
  permission: "orders:read",
  ...(resource !== undefined && { resource }),
});

test("a batch gives the answer of each check, in the order asked, at one revision", async () => {
  const checks = [
    read("user:alice"),
    read("user:bob"),
    read("user:bob", "orders/42"),
    read("user:nobody"),
    { subject: "application:reports", permission: "orders:fly" },
    { ...read("user:alice"), permission: "orders:write", resource: { type: "orders", id: "42" } },
  ];
  const { status, headers, body } = await ask({ checks });
  assert.equal(status, 200);
  const single = [];
  for (const check of checks)
    single.push((await send(`${licet.url}/api/v1/check`, token, check)).body.allowed);
  assert.deepEqual(
    body.results,
    single.map((allowed) => ({ allowed })),
  );
  assert.deepEqual(single, [true, false, true, false, false, true]);
  assert.equal(headers.get("licet-revision"), String(body.revision));
});

test("the defaults supply the members that a check omits", async () => {
  const { body } = await ask({
    defaults: { subject: "user:alice", permission: "orders:write" },
    checks: [{ resource: "orders/42" }, { resource: "orders/43" }, { permission: "orders:read" }, {}],
  });
  assert.deepEqual(
    body.results.map(({ allowed }: { allowed: boolean }) => allowed),
    [true, false, true, false],
  );
});

test("stop_on ends the answers with the first that settles it", async () => {
  const checks = [read("user:alice"), read("user:bob"), read("user:alice")];
  const count = async (body: object) => (await ask(body)).body.results.length;
  assert.equal(await count({ checks }), 3);
  assert.equal(await count({ checks, stop_on: "first_deny" }), 2);
  assert.equal(await count({ checks, stop_on: "first_allow" }), 1);
  assert.equal(await count({ checks: [read("user:nobody")], stop_on: "first_allow" }), 1);
});

test("a batch has between 1 and 1,000 checks, each of them whole", async () => {
  const pointers = async (body: unknown) => {
    const answer = await ask(body);
    assert.equal(answer.status, 400);
    return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  const thousand = Array.from({ length: 1_000 }, (_, index) =>
    read(`user:somebody-${index}`, `orders/${index}`),
  );
  assert.equal((await ask({ checks: thousand })).body.results.length, 1_000);
  assert.deepEqual(await pointers({ checks: [...thousand, read("user:alice")] }), ["/checks"]);
  assert.deepEqual(await pointers({ checks: [] }), ["/checks"]);
  assert.deepEqual(await pointers({}), ["/checks"]);
  assert.deepEqual(await pointers({ checks: [read("user:alice"), { subject: "user:bob" }] }), [
    "/checks/1/permission",
  ]);
  assert.deepEqual(await pointers({ checks: [{ ...read("user:alice"), why: true }] }), ["/checks/0/why"]);
  assert.deepEqual(await pointers({ checks: [read("user:alice")], stop_on: "never" }), ["/stop_on"]);
});

test("a batch may demand a revision", async () => {
  const { revision } = licet.services.storage.feed;
  assert.equal((await ask({ checks: [read("user:alice")], at_least: revision + 5 })).status, 400);
});
