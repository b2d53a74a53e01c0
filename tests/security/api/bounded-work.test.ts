// @engine sqlite: what is stored here is stored alike on every engine.

/** Expensive worlds and questions: each is answered soon, and the node serves other callers meanwhile. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { postForm, type RunningLicet } from "../../support/start-licet.ts";
import { type Answer, type Caller, createCaller, startGuarded } from "./guarded-api.ts";
import { servedBesideOthers } from "./served-beside-others.ts";
import { secretOf, WORLD } from "./world.ts";

const GRANTS = 500;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

/** Never true, and each as dear as an evaluation may be: with what the caller sends along, and without any of it. */
const dearWithContext = (n: number): string =>
  `request.context.a.exists(x, request.context.a.exists(y, x == y + ${1_000_000 + n}))`;
const parts = `'${"x,".repeat(200)}'.split(',')`;
const dearAlone = (n: number): string => `${parts}.exists(x, ${parts}.exists(y, x + y == 'z${n}'))`;

const context = { a: numbers(1_000) };

const role = (name: string, permission: string, when: (n: number) => string): string =>
  `  - name: ${name}\n    grants:\n${numbers(GRANTS)
    .map((n) => `      - { permission: "${permission}", when: "${when(n)}" }`)
    .join("\n")}`;

const HOSTILE = `
resources:
  - name: many
    identifier: https://many.example.test
    actions: { ${numbers(100)
      .map((n) => `a${n}: { description: x }`)
      .join(", ")} }
    instances: [${numbers(300)
      .map((n) => `{ id: i${n} }`)
      .join(", ")}]
users: [${numbers(300)
  .map((n) => `{ username: u${n} }`)
  .join(", ")}]
roles:
${role("wide", "many:*", dearWithContext)}
${role("deep", "many:*", dearAlone)}
  - { name: honest, grants: [many:*] }
assignments:
  - { principal: "user:*", role: wide }
  - { principal: application:spare, role: deep }
  - { principal: application:second, role: deep }
  - { principal: application:second, role: honest }
${numbers(GRANTS)
  .map((n) => `  - { principal: user:bob, permission: orders:read, when: "${dearWithContext(n)}" }`)
  .join("\n")}
`;

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  await licet.apply(HOSTILE);
  api = await createCaller(licet, "admin");
  // Conditions are compiled when a role is first needed; that is not what is measured here.
  await api("POST", "/check", { subject: "user:alice", permission: "many:a1" });
  await api("POST", "/check", { subject: "application:spare", permission: "many:a1" });
});
after(() => licet.stop());

const post = (path: string, body: object): Promise<Answer> =>
  servedBesideOthers(licet.url, () => api("POST", path, body));

function assertTooMuch({ status, body, text }: Answer): void {
  assert.equal(status, 400, text);
  assert.equal(body.type, "urn:licet:problem:invalid_input");
  assert.match(body.detail, /ask (?:for less|fewer) at once/);
}

describe("500 expensive conditions in one role, and 500 on one subject", () => {
  for (const [name, subject, permission] of [
    ["of a role", "user:alice", "many:a1"],
    ["of assignments", "user:bob", "orders:read"],
  ] as const) {
    const question = { subject, permission, context };

    test(`check, ${name}`, async () => {
      const { status, body } = await post("/check", question);
      assert.deepEqual([status, body.allowed], [200, false]);
    });

    test(`check:explain, ${name}`, async () => {
      const { status, body, text } = await post("/check:explain", question);
      assert.equal(status, 200, text);
      assert.deepEqual([body.allowed, body.reason], [false, "condition_missing_data"]);
      assert.equal(body.near_misses.length, 20);
    });

    test(`check:batch, ${name}`, async () => {
      const few = await post("/check:batch", { defaults: question, checks: numbers(10).map(() => ({})) });
      assert.equal(few.status, 200, few.text);
      assert.ok(few.body.results.every(({ allowed }: { allowed: boolean }) => !allowed));
      const many = await post("/check:batch", { defaults: question, checks: numbers(1_000).map(() => ({})) });
      // A batch has a deadline; a machine may be fast enough for it.
      if (many.status !== 200) assertTooMuch(many);
    });
  }

  test("list/permissions", async () => {
    assertTooMuch(await post("/list/permissions", { subject: "user:alice", context }));
  });

  test("list/resources: the page ends when its time is up, and the next one goes on", async () => {
    const question = { subject: "user:alice", permission: "many:a1", context, deadline_ms: 500 };
    const first = await post("/list/resources", question);
    assert.equal(first.status, 200, first.text);
    const next = await post("/list/resources", { ...question, cursor: first.body.next_cursor });
    assert.equal(next.status, 200, next.text);
    assert.notEqual(next.body.next_cursor, first.body.next_cursor);
  });

  test("list/subjects: the page ends when its time is up, and the next one goes on", async () => {
    const question = { permission: "many:a1", type: "user", context, deadline_ms: 500 };
    const first = await post("/list/subjects", question);
    assert.equal(first.status, 200, first.text);
    const next = await post("/list/subjects", { ...question, cursor: first.body.next_cursor });
    assert.equal(next.status, 200, next.text);
    assert.notEqual(next.body.next_cursor, first.body.next_cursor);
  });

  test("simulate: permissions are compared as far as it goes, and the answer says that there is more", async () => {
    const wide = numbers(50).map((n) => ({ permission: "many:*", when: dearWithContext(n + GRANTS) }));
    const answer = await post("/simulate", { state: { roles: [{ name: "wide", grants: wide }] }, context });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.truncated, true);
  });

  test("simulate: a chain of roles that is as long as the body allows is followed once", async () => {
    const chain = numbers(8_000).map((n) => ({
      name: `link${n}`,
      inherits: n === 0 ? [] : [`link${n - 1}`],
    }));
    const narrow = await createCaller(licet, "admin", "licet:simulate");
    const answer = await servedBesideOthers(licet.url, () =>
      narrow("POST", "/simulate", { state: { roles: chain } }),
    );
    assert.equal(answer.status, 200, answer.text.slice(0, 500));
    assert.equal(answer.body.changes.length, chain.length);
  });

  test("simulate with checks", async () => {
    const check = { subject: "user:bob", permission: "orders:read", context };
    assertTooMuch(await post("/simulate", { checks: numbers(100).map(() => check) }));
  });

  const scope = numbers(100)
    .map((n) => `many:a${n}`)
    .join(" ");
  const tokenFor = (client_id: string, asked: string) =>
    servedBesideOthers(licet.url, () =>
      postForm(`${licet.url}/oidc/token`, {
        grant_type: "client_credentials",
        client_id,
        client_secret: secretOf(client_id),
        scope: asked,
      }),
    );

  test("scopes:resolve", async () => {
    assertTooMuch(await post("/scopes:resolve", { client_id: "spare", scope }));
    const few = await post("/scopes:resolve", { client_id: "spare", scope: "many:a1 many:a2" });
    assert.deepEqual([few.status, few.body.scope_rejected], [200, "many:a1 many:a2"], few.text);
  });

  test("a token", async () => {
    for (const asked of [scope, "many:*"]) {
      const all = await tokenFor("spare", asked);
      assert.deepEqual([all.status, all.body.error], [400, "invalid_scope"], all.text);
      assert.match(String(all.body.error_description), /ask for less at once/);
    }
    const few = await tokenFor("spare", "many:a1 many:a2");
    assert.deepEqual([few.status, few.body.scope_rejected], [200, "many:a1 many:a2"], few.text);
  });

  test("a subject that holds it without a condition gets it, whatever other assignments exist", async () => {
    const question = { subject: "application:second", permission: "many:a1" };
    assert.equal((await post("/check", question)).body.allowed, true);
    const token = await tokenFor("second", "many:a1");
    assert.deepEqual([token.status, token.body.scope], [200, "many:a1"], token.text);
  });
});
