// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import {
  type Answer,
  assertProblem,
  bearer,
  fingerprint,
  mapInOrder,
  pointersOf,
  send,
  withGuardedApi,
} from "./guarded-api.ts";
import type { JsonSchema } from "./json-schema.ts";
import {
  authzenBody,
  findSpareIds,
  type Operation,
  readOperations,
  type SpareIds,
  titleOf,
  validCall,
} from "./operations.ts";
import { type WrongBody, wrongBodies } from "./wrong-bodies.ts";

let licet: RunningLicet;
let ids: SpareIds;
let operations: readonly Operation[];
let token: string;

withGuardedApi(async (guarded) => {
  ({ licet, token } = guarded);
  ids = await findSpareIds(licet);
  operations = await readOperations(licet);
});

const ask = (operation: Operation, body: unknown): Promise<Answer> =>
  send(licet, { ...validCall(operation, ids), body: JSON.stringify(body), headers: bearer(token) });

const codesAt = ({ body }: Answer, pointer: string): readonly string[] =>
  body.errors
    .filter((error: { pointer: string }) => error.pointer === pointer)
    .map(({ code }: { code: string }) => code);

/** Words of the messages of the library that parses the input. They change with its version, and are not ours. */
const FOREIGN_WORDS =
  /\bInvalid\b|\bToo (small|big)|Unrecognized|\breceived\b|expected (string|number|array|object|record|int|boolean|date)\b|expected \w+ to (be|have)|must match pattern|No matching|multiple of/;

function assertOwnWords({ text }: Answer): void {
  assert.doesNotMatch(text, FOREIGN_WORDS);
}

test("ASVS 2.2.1: whatever is wrong with any member of any body is 400 and points at it", async () => {
  const untouched = await fingerprint(licet);
  const wrong: unknown[] = [];
  let asked = 0;
  for (const operation of operations) {
    const tried = operation.body === undefined ? [] : [...wrongBodies(operation.body as JsonSchema)];
    const answers = await mapInOrder(tried, ({ body }) => ask(operation, body));
    for (const [index, answer] of answers.entries()) {
      const { what, pointer, code } = tried[index] as WrongBody;
      asked += 1;
      const pointers = pointersOf(answer);
      if (answer.status !== 400 || !pointers.includes(pointer))
        wrong.push({ at: titleOf(operation), what, status: answer.status, pointers, pointer });
      else if (code !== undefined && !codesAt(answer, pointer).includes(code))
        wrong.push({ at: titleOf(operation), what, codes: codesAt(answer, pointer), code });
      else assertProblem(answer, 400, "invalid_input");
      assertOwnWords(answer);
    }
  }
  assert.ok(asked > 1_000, `${asked} bodies were tried`);
  assert.deepEqual(wrong, []);
  assert.deepEqual(await fingerprint(licet), untouched, "nothing was changed");
});

describe("ASVS 2.2.1: a query that is not understood is 400 and points at it", () => {
  test("an unknown parameter, a repeated one", async () => {
    const wrong: unknown[] = [];
    for (const operation of operations.filter(({ method }) => method === "GET")) {
      const call = validCall(operation, ids);
      const joined = (more: string) => `${call.path}${call.path.includes("?") ? "&" : "?"}${more}`;
      const isBare = operation.query.length === 0;
      // A list parameter may be repeated.
      const isList = ({ schema }: (typeof operation.query)[number]) => schema.type === "array";
      const repeated = operation.query
        .filter((each) => !isList(each))
        .map(({ name }) => [name, `${name}=1&${name}=2`] as const);
      for (const [name, more] of [["unknown", "unknown=1"], ...repeated] as const) {
        const answer = await send(licet, { method: "GET", path: joined(more), headers: bearer(token) });
        assertOwnWords(answer);
        const isPointed = answer.status === 400 && pointersOf(answer).includes(`/query/${name}`);
        if (!isPointed && !isBare) wrong.push({ at: titleOf(operation), more, text: answer.text });
      }
    }
    assert.deepEqual(wrong, []);
  });

  test("values that no parameter takes are refused in our own words", async () => {
    let refused = 0;
    for (const operation of operations.filter(({ method }) => method === "GET")) {
      const path = validCall(operation, ids).path.split("?")[0];
      const wrong = operation.query.flatMap(({ name }) =>
        ["", "x\u0000", "-1", "1.5", "1e99"].map((value) => new URLSearchParams({ [name]: value })),
      );
      const answers = await mapInOrder(wrong, (query) =>
        send(licet, { method: "GET", path: `${path}?${query}`, headers: bearer(token) }),
      );
      for (const answer of answers.filter(({ status }) => status === 400)) {
        assertOwnWords(answer);
        refused += 1;
      }
    }
    assert.ok(refused > 100, `${refused} were refused`);
  });
});

describe("AuthZEN 1.0 §10.1.2: what is wrong with a request is 400, never 5xx; what is not known is passed over", () => {
  const cases = (body: Record<string, unknown>): readonly (readonly [string, unknown])[] => [
    ...[null, true, 42, "text", []].map(
      (value) => [`a body that is ${JSON.stringify(value)}`, value] as const,
    ),
    ...["subject", "action", "resource"].flatMap((member) =>
      [null, true, 42, "text", []].map(
        (value) => [`${member} is ${JSON.stringify(value)}`, { ...body, [member]: value }] as const,
      ),
    ),
    ["a context that is a list", { ...body, context: [1] }],
    ["a subject type that is a number", { ...body, subject: { type: 1, id: "alice" } }],
    ["properties that are a text", { ...body, resource: { type: "orders", id: "1", properties: "x" } }],
    ["an id with a NUL", { ...body, resource: { type: "orders", id: "a\u0000" } }],
    ["half a character", { ...body, resource: { type: "orders", id: "\ud800" } }],
  ];

  test("wrong types", async () => {
    const untouched = await fingerprint(licet);
    for (const operation of operations.filter(({ isAuthzen }) => isAuthzen)) {
      // Questions of a batch that cannot be read are denied in their place (§7.2.1); the batch as such is tried below.
      if (operation.path.endsWith("/evaluations")) continue;
      const body = authzenBody(operation.path) as Record<string, unknown>;
      for (const [what, wrong] of cases(body)) {
        // A search text is not parsed.
        const isLookedFor =
          (operation.path.endsWith("/search/action") && what.startsWith("action is")) ||
          (operation.path.endsWith("/search/resource") && what.startsWith("properties"));
        if (isLookedFor) continue;
        const answer = await ask(operation, wrong);
        assert.equal(answer.status, 400, `${titleOf(operation)} ${what} ${answer.text}`);
        assertOwnWords(answer);
      }
    }
    assert.deepEqual(await fingerprint(licet), untouched);
  });

  test("§7: a batch that is none", async () => {
    const operation = operations.find(({ path }) => path.endsWith("/evaluations")) as Operation;
    for (const evaluations of [{}, "text", 1, true, Array.from({ length: 1_001 }, () => ({}))]) {
      const answer = await ask(operation, { ...authzenBody(operation.path), evaluations });
      assert.equal(answer.status, 400, answer.text);
      assertOwnWords(answer);
    }
    for (const item of [null, 1, "text", [], { subject: 1 }, { subject: { type: 1 } }, { context: 1 }]) {
      const answer = await ask(operation, { ...authzenBody(operation.path), evaluations: [item, {}] });
      const { status, body } = answer;
      assert.equal(status, 200);
      assertOwnWords(answer);
      assert.equal(body.evaluations[0].decision, false, JSON.stringify(item));
      assert.equal(body.evaluations[1].decision, true, "the others are answered");
    }
  });

  test("§10.1.1: unknown members are passed over", async () => {
    for (const operation of operations.filter(({ isAuthzen }) => isAuthzen)) {
      const answer = await ask(operation, { ...authzenBody(operation.path), unknown: { a: [1] } });
      assert.equal(answer.status, 200, titleOf(operation) + answer.text);
    }
  });
});
