import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { send } from "../checks/send.ts";
import { fetchToken } from "../fetch-token.ts";
import { ALICE, BOB, GATEWAY, READ, RECORD_1, RECORD_2, RECORDS, WRITE } from "./records.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: RECORDS });
  token = await fetchToken(licet, GATEWAY, "licet:authzen.evaluate");
});
after(() => licet.stop());

const post = (path: string, body: unknown, headers = {}) =>
  send(`${licet.url}/access/v1/${path}`, token, body, headers);
const decide = async (request: object) => {
  const { status, body } = await post("evaluation", request);
  assert.equal(status, 200, JSON.stringify(body));
  return body.decision;
};
const question = { subject: ALICE, action: READ, resource: RECORD_1 };

describe("an evaluation", () => {
  test("is a decision and nothing else, and names its revision in a header", async () => {
    const { status, headers, body } = await post("evaluation", question);
    assert.equal(status, 200);
    assert.match(headers.get("content-type") ?? "", /^application\/json/);
    assert.deepEqual(body, { decision: true });
    assert.equal(headers.get("licet-revision"), String(licet.services.storage.feed.revision));
    assert.deepEqual((await post("evaluation", { ...question, subject: BOB, action: WRITE })).body, {
      decision: false,
    });
  });

  test("looks at the properties of subject, resource and action, unless we know better", async () => {
    const record = (status: string) => ({ type: "record", id: "unknown", properties: { status } });
    const admin = (id: string) => ({ type: "user", id, properties: { role: "admin" } });
    assert.equal(await decide({ subject: ALICE, action: WRITE, resource: record("active") }), true);
    assert.equal(await decide({ subject: ALICE, action: WRITE, resource: record("archived") }), false);
    assert.equal(await decide({ subject: admin("bob"), action: WRITE, resource: record("archived") }), true);
    assert.equal(await decide({ subject: admin("alice"), action: WRITE, resource: RECORD_2 }), false);
    const claimed = { ...RECORD_2, properties: { status: "active" } };
    assert.equal(await decide({ subject: ALICE, action: WRITE, resource: claimed }), false);
    const remove = (soft: boolean) => ({
      subject: ALICE,
      action: { name: "delete", properties: { soft } },
      resource: RECORD_1,
    });
    assert.deepEqual([await decide(remove(true)), await decide(remove(false))], [true, false]);
  });

  test("passes over members that it does not know, and contexts that mean something to others", async () => {
    const contexts = [
      { time: "2025-06-27T18:03-07:00", ip: "192.168.1.1" },
      { ip: { address: "192.168.1.1" }, client: "browser", amr: "none" },
      { action: "read" },
    ];
    for (const context of contexts) assert.equal(await decide({ ...question, context }), true);
    const more = {
      ...question,
      foo: "bar",
      futureField: { nested: true },
      subject: { ...ALICE, nickname: "Al" },
    };
    assert.equal(await decide(more), true);
  });

  test("knows other names for the kinds of subjects", async () => {
    assert.equal(await decide({ ...question, subject: { type: "identity", id: "alice" } }), true);
    assert.equal(await decide({ ...question, subject: { type: "service", id: "gateway" } }), true);
    assert.equal(await decide({ ...question, subject: { type: "spaceship", id: "alice" } }), false);
    assert.equal(await decide({ ...question, subject: { type: "constructor", id: "alice" } }), false);
  });

  test("gives its reason only to a caller that asks for it", async () => {
    const { revision } = licet.services.storage.feed;
    const explained = async (request: object) => (await post("evaluation", request)).body;
    assert.deepEqual(await explained({ ...question, context: { explain: true } }), {
      decision: true,
      context: { reason: "granted", revision },
    });
    assert.deepEqual(
      await explained({ ...question, action: WRITE, subject: BOB, context: { explain: true } }),
      {
        decision: false,
        context: { reason: "condition_failed", revision },
      },
    );
    assert.deepEqual(await explained({ ...question, context: { explain: "yes" } }), { decision: true });
  });

  test("echoes the request's identifier", async () => {
    for (const id of ["bfe9eb29-ab87-4ca3-be83-a1d5d8305716", "any text (at all), really"]) {
      const { headers } = await post("evaluation", question, { "x-request-id": id });
      assert.equal(headers.get("x-request-id"), id);
      const refused = await post("evaluation", {}, { "x-request-id": id });
      assert.equal(refused.headers.get("x-request-id"), id);
    }
    assert.ok((await post("evaluation", question)).headers.get("x-request-id"));
  });
});

describe("a request that lacks something", () => {
  test("is 400 and says what", async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ action: READ, resource: RECORD_1 }, "/subject"],
      [{ subject: ALICE, resource: RECORD_1 }, "/action"],
      [{ subject: ALICE, action: READ }, "/resource"],
      [{ ...question, subject: { id: "alice" } }, "/subject/type"],
      [{ ...question, subject: { type: "user" } }, "/subject/id"],
      [{ ...question, action: {} }, "/action/name"],
      [{ ...question, action: { name: 123 } }, "/action/name"],
      [{ ...question, resource: { id: "record-1" } }, "/resource/type"],
      [{ ...question, resource: { type: "record" } }, "/resource/id"],
      [{ ...question, subject: "alice" }, "/subject"],
      [{ ...question, subject: { ...ALICE, properties: [] } }, "/subject/properties"],
      [{ ...question, context: "now" }, "/context"],
      [{ ...question, context: { time: "noon" } }, "/context/time"],
    ];
    for (const [request, pointer] of cases) {
      const { status, body } = await post("evaluation", request);
      assert.equal(status, 400, JSON.stringify(request));
      assert.equal(body.errors[0].pointer, pointer);
      assert.equal(typeof body.detail, "string");
    }
  });

  test("is 400 as well when it is no JSON at all", async () => {
    assert.equal((await post("evaluation", "{")).status, 400);
    assert.equal((await post("evaluation", "")).status, 400);
    assert.equal((await post("evaluation", "[]")).status, 400);
    assert.equal((await post("evaluation", "subject=alice", { "content-type": "text/plain" })).status, 400);
    assert.equal((await post("evaluation", { ...question, context: { a: "x".repeat(70_000) } })).status, 413);
  });
});

describe("several evaluations", () => {
  const decisions = async (request: object) => {
    const { status, body } = await post("evaluations", request);
    assert.equal(status, 200, JSON.stringify(body));
    return body.evaluations.map(({ decision }: { decision: boolean }) => decision);
  };

  test("share what they have in common, and each may say otherwise", async () => {
    const common = { subject: BOB, resource: RECORD_1 };
    assert.deepEqual(await decisions({ ...common, evaluations: [{ action: READ }, { action: WRITE }] }), [
      true,
      false,
    ]);
    assert.deepEqual(
      await decisions({
        action: WRITE,
        resource: RECORD_2,
        evaluations: [{ subject: ALICE }, { subject: BOB }],
      }),
      [false, true],
    );
    assert.deepEqual(
      await decisions({ evaluations: [question, { ...question, action: WRITE, subject: BOB }] }),
      [true, false],
    );
  });

  test("replace an entity as a whole, and take only its type, id or name from the default", async () => {
    const { body } = await post("evaluations", {
      subject: { ...ALICE, properties: { role: "admin" } },
      action: WRITE,
      resource: { type: "record", properties: { status: "archived" } },
      evaluations: [
        { resource: { id: "a", properties: { status: "active" } } },
        { resource: { id: "b" } },
        { resource: { id: "c", properties: { status: "archived" } } },
      ],
    });
    // The second has no status, which the condition needs: the properties of the default are not used.
    assert.deepEqual(body.evaluations, [{ decision: true }, { decision: false }, { decision: false }]);
  });

  test("are ended by the decision that settles them, when asked to", async () => {
    const ask = (semantic: string) =>
      decisions({
        subject: BOB,
        resource: RECORD_1,
        options: { evaluations_semantic: semantic, other: 1 },
        evaluations: [{ action: READ }, { action: WRITE }, { action: READ }],
      });
    assert.deepEqual(await ask("execute_all"), [true, false, true]);
    assert.deepEqual(await ask("deny_on_first_deny"), [true, false]);
    assert.deepEqual(await ask("permit_on_first_permit"), [true]);
    const unknown = await post("evaluations", {
      evaluations: [question],
      options: { evaluations_semantic: "maybe" },
    });
    assert.equal(unknown.status, 400);
  });

  test("fail one by one: what is wrong with one is said in its place", async () => {
    const { status, body } = await post("evaluations", {
      subject: ALICE,
      action: READ,
      evaluations: [{ resource: RECORD_1 }, {}, "record-1", { resource: "record-1" }, { resource: RECORD_2 }],
    });
    assert.equal(status, 200);
    assert.deepEqual(
      body.evaluations.map(({ decision }: { decision: boolean }) => decision),
      [true, false, false, false, true],
    );
    assert.equal(body.evaluations[1].context.error.status, 400);
    assert.match(body.evaluations[1].context.error.message, /resource/);
  });

  test("are one evaluation when there is no list, or an empty one", async () => {
    assert.deepEqual((await post("evaluations", question)).body, { decision: true });
    assert.deepEqual((await post("evaluations", { ...question, evaluations: [] })).body, { decision: true });
    assert.equal((await post("evaluations", { subject: ALICE })).status, 400);
  });

  test("must be a list of at most 1,000", async () => {
    assert.equal((await post("evaluations", { ...question, evaluations: {} })).status, 400);
    const many = (count: number) => ({ ...question, evaluations: Array.from({ length: count }, () => ({})) });
    assert.equal((await decisions(many(1_000))).length, 1_000);
    assert.equal((await post("evaluations", many(1_001))).status, 400);
  });

  test("give their reasons when asked for all or for one", async () => {
    const { revision } = licet.services.storage.feed;
    const context = { reason: "granted", revision };
    const all = await post("evaluations", { ...question, options: { explain: true }, evaluations: [{}, {}] });
    assert.deepEqual(all.body.evaluations, [
      { decision: true, context },
      { decision: true, context },
    ]);
    const one = await post("evaluations", { ...question, evaluations: [{}, { context: { explain: true } }] });
    assert.deepEqual(one.body.evaluations, [{ decision: true }, { decision: true, context }]);
  });
});

test("at_least is a revision that the decision must have seen, on every path; one that does not exist is 400", async () => {
  const { revision } = licet.services.storage.feed;
  const both = await fetchToken(licet, GATEWAY, "licet:authzen.evaluate licet:authzen.search");
  const asked: Readonly<Record<string, object>> = {
    evaluation: question,
    evaluations: { evaluations: [question] },
    "search/subject": { ...question, subject: { type: "user" } },
    "search/resource": { ...question, resource: { type: "record" } },
    "search/action": { subject: ALICE, resource: RECORD_1 },
  };
  for (const [path, request] of Object.entries(asked)) {
    const ask = (at_least: unknown) => send(`${licet.url}/access/v1/${path}`, both, { ...request, at_least });
    assert.equal((await ask(revision)).status, 200, path);
    const unknown = await ask(revision + 1);
    assert.equal(unknown.status, 400, path);
    assert.equal(unknown.body.type, "urn:licet:problem:unknown_revision", path);
    assert.equal((await ask("soon")).body.errors[0].pointer, "/at_least", path);
  }
});
