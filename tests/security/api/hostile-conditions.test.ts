// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import {
  createWorkBudget,
  createWorkMeter,
  DECISION_WORK,
} from "@licet/engine/internal/conditions/evaluate/work.ts";
import type { Attributes } from "@licet/engine/internal/values/attributes.ts";
import type { RunningLicet } from "../../support/start-licet.ts";
import {
  assertProblem,
  bearer,
  type Caller,
  fingerprint,
  pointersOf,
  send,
  withGuardedApi,
} from "./guarded-api.ts";
import { servedBesideOthers } from "./served-beside-others.ts";

let licet: RunningLicet;
let api: Caller;
let token: string;
withGuardedApi((guarded) => {
  ({ licet, token, api } = guarded);
});

/** Expressions that try to escape the evaluator, or never end. None of them is a condition. */
const REFUSED: Readonly<Record<string, string>> = {
  "a loop": "while (true) {}",
  "a function": "(() => true)()",
  "an assignment": "subject.id = 'x'",
  "two statements": "true; process.exit(1)",
  "the process": "process.exit(1)",
  "a module": 'require("node:fs").readFileSync("/etc/passwd")',
  "an import": 'import("node:child_process")',
  "a constructor": 'subject.constructor.constructor("return process")()',
  this: "this.process",
  "the global": "globalThis",
  eval: 'eval("1")',
  "a template": "`x` == subject.name",
  "a regular expression literal": "/(a+)+$/.test(subject.name)",
  "an unknown variable": "env.LICET_SECRET == ''",
  "an unknown function": "fetch('http://169.254.169.254/')",
  "an unknown method": "subject.name.repeat(1000000) == ''",
  "no boolean": "1 + 1",
  "a text": "'true'",
  nothing: " ",
  "no expression": ")(",
  "brackets without end": "(".repeat(2_000),
  "brackets, balanced": `${"(".repeat(1_000)}true${")".repeat(1_000)}`,
  "a list of lists": `${"[".repeat(900)}${"]".repeat(900)} == []`,
  "a chain without end": Array.from({ length: 400 }, () => "true").join("&&"),
  "a member chain without end": `subject${".a".repeat(1_000)} == 1`,
  "more than 2,048 characters": `subject.name == "${"a".repeat(2_048)}"`,
  "60 kB": `subject.name == "${"a".repeat(60_000)}"`,
  "three loops within each other": "[1].all(x, [1].all(y, [1].all(z, true)))",
  "five loops":
    "[1].all(x, true) && [1].all(x, true) && [1].all(x, true) && [1].all(x, true) && [1].all(x, true)",
  "a pattern too long": `subject.name.matches("${"a".repeat(300)}")`,
  "a pattern that is none": 'subject.name.matches("(")',
  "a number out of range": "9223372036854775808 > 0",
};

describe("CEL: what is no condition is 400 and pointed at, wherever a condition can be written", () => {
  for (const [name, when] of Object.entries(REFUSED)) {
    test(name, async () => {
      const untouched = await fingerprint(licet);
      const assignment = { principal: "user:spare", permission: "spare:read", when };
      for (const [method, path, body, pointer] of [
        [
          "POST",
          "/roles",
          { name: "hostile", grants: [{ permission: "spare:read", when }] },
          "/grants/0/when",
        ],
        [
          "PUT",
          "/roles/spare",
          { grants: ["spare:read", { permission: "spare:read", when }] },
          "/grants/1/when",
        ],
        ["POST", "/assignments", assignment, "/when"],
        ["POST", "/assignments:batch", { create: [assignment] }, "/create/0/when"],
        ["POST", "/simulate", { state: { assignments: [assignment] } }, "/state/assignments/0/when"],
      ] as const) {
        const answer = await api(method, path, body);
        assert.equal(answer.status, 400, `${method} ${path} ${answer.text}`);
        assertProblem(answer, 400, "invalid_input");
        assert.ok(pointersOf(answer).includes(pointer), `${method} ${path} ${answer.text}`);
      }
      assert.deepEqual(await fingerprint(licet), untouched);
    });
  }
});

/** The steps of one evaluation, as the server counts them. */
function countWork(when: string, context: object): number {
  const meter = createWorkMeter();
  const inputs = {
    subject: { type: "user", id: "bob", attributes: {} },
    resource: {},
    action: { name: "refund" },
    request: { time: 0, context: context as Attributes },
  };
  assert.notEqual(compileCondition(when).evaluate(inputs, createWorkBudget(meter)), "true");
  return meter.spent;
}

/** Conditions that are some, and data that makes them as dear as can be. The answer is no, after a bounded amount of work. */
const EXPENSIVE: Readonly<Record<string, readonly [when: string, context: object]>> = {
  "two loops over a thousand": [
    "request.context.a.exists(x, request.context.a.exists(y, x == y + 1000000))",
    { a: Array.from({ length: 1_000 }, (_, n) => n) },
  ],
  "behind an or": [
    "request.context.a.exists(x, request.context.a.exists(y, x == y + 1000000)) || request.context.b == 1",
    { a: Array.from({ length: 1_000 }, (_, n) => n), b: 1 },
  ],
  "two thousand elements": [
    "request.context.a.exists(x, x == 1)",
    { a: Array.from({ length: 2_000 }, () => 1) },
  ],
  "texts that grow": [
    "request.context.a.all(x, (request.context.t + request.context.t + request.context.t).size() > 0)",
    { a: Array.from({ length: 1_000 }, () => 1), t: "a".repeat(30_000) },
  ],
  "a pattern that backtracks": [
    'request.context.t.matches("^(a+)+$") && request.context.no == 1',
    { t: `${"a".repeat(4_000)}!` },
  ],
  "a pattern that backtracks twice": [
    'request.context.t.matches("^(([a-z])+.)+[A-Z]([a-z])+$")',
    { t: "a".repeat(4_096) },
  ],
  "lists compared with each other": [
    "request.context.a.all(x, request.context.l == request.context.m) && request.context.no == 1",
    { a: Array.from({ length: 500 }, () => 1), l: Array(900).fill("a"), m: Array(900).fill("a") },
  ],
  "a member that objects have by nature": ['request.context.constructor.name == "Object"', { a: 1 }],
  "the prototype": ["has(request.context.toString) || request.context.hasOwnProperty == 1", { a: 1 }],
};

describe("CEL: an evaluation ends, whatever the data, and in doubt it grants nothing", () => {
  for (const [name, [when, context]] of Object.entries(EXPENSIVE)) {
    test(name, async () => {
      const role = { grants: [{ permission: "orders:refund", when }] };
      const put = await api("PUT", "/roles/dear", role);
      assert.ok(put.status < 300, put.text);
      await api("POST", "/assignments", { principal: "user:bob", role: "dear" });
      const answer = await api("POST", "/check", {
        subject: "user:bob",
        permission: "orders:refund",
        context,
      });
      assert.deepEqual([answer.status, answer.body.allowed], [200, false], answer.text);
      const spent = countWork(when, context);
      // The last step may take more than what is left.
      assert.ok(spent < 1.1 * DECISION_WORK, `${spent} units`);
    });
  }

  test("a condition that is met is met: the same way, with data that fits", async () => {
    await api("PUT", "/roles/dear", {
      grants: [{ permission: "orders:refund", when: "request.context.a.exists(x, x == 7)" }],
    });
    const context = { a: [1, 7] };
    const answer = await api("POST", "/check", { subject: "user:bob", permission: "orders:refund", context });
    assert.equal(answer.body.allowed, true);
  });

  test("a batch of a thousand expensive checks ends, one of fifty is answered, and so are other requests meanwhile", async () => {
    const [when, context] = EXPENSIVE["two loops over a thousand"] as readonly [string, object];
    await api("PUT", "/roles/dear", { grants: [{ permission: "orders:refund", when }] });
    await api("POST", "/assignments", { principal: "user:bob", role: "dear" });
    const subject = { type: "user", id: "bob" };
    const thousand = Array.from({ length: 1_000 }, () => ({}));
    const large = await servedBesideOthers(licet.url, () =>
      api("POST", "/check:batch", {
        defaults: { subject, permission: "orders:refund", context },
        checks: thousand,
      }),
    );
    // A batch has a deadline; a machine may be fast enough for it.
    if (large.status !== 200) assertProblem(large, 400, "invalid_input");
    const answered = await servedBesideOthers(licet.url, () =>
      send(licet, {
        method: "POST",
        path: "/access/v1/evaluations",
        body: {
          subject,
          context,
          action: { name: "refund" },
          resource: { type: "orders", id: "42" },
          evaluations: thousand.slice(0, 50),
        },
        headers: bearer(token),
      }),
    );
    assert.equal(answered.status, 200, answered.text);
  });
});
