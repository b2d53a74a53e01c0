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
  token = await fetchToken(licet, GATEWAY, "licet:authzen.evaluate licet:authzen.search");
});
after(() => licet.stop());

const search = (what: string, body: object) => send(`${licet.url}/access/v1/search/${what}`, token, body);
const results = async (what: string, body: object) => {
  const answer = await search(what, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.ok(answer.headers.get("licet-revision"));
  return answer.body.results;
};

describe("a search", () => {
  test("finds the subjects that may do something, by the names that callers know them by", async () => {
    const found = await results("subject", { subject: { type: "user" }, action: READ, resource: RECORD_1 });
    assert.deepEqual(found.map(({ id }: { id: string }) => id).sort(), ["alice", "bob"]);
    const writers = { subject: { type: "identity", id: "ignored" }, action: WRITE, resource: RECORD_2 };
    assert.deepEqual(await results("subject", writers), [{ type: "identity", id: "bob" }]);
    const services = { subject: { type: "service" }, action: READ, resource: RECORD_1 };
    assert.deepEqual(await results("subject", services), [{ type: "service", id: "gateway" }]);
    const unregistered = { type: "record", id: "new", properties: { status: "archived" } };
    assert.deepEqual(
      await results("subject", { ...writers, subject: { type: "user" }, resource: unregistered }),
      [BOB],
    );
  });

  test("finds the resources at which a subject may take an action", async () => {
    const found = (subject: object, action: object) =>
      results("resource", { subject, action, resource: { type: "record", id: "ignored" } });
    assert.deepEqual(await found(ALICE, READ), [RECORD_1, RECORD_2, { type: "record", id: "record-3" }]);
    assert.deepEqual(await found(BOB, WRITE), [RECORD_2]);
    assert.deepEqual(await found({ type: "application", id: "gateway" }, READ), [RECORD_1]);
  });

  test("finds the actions that a subject may take at a resource", async () => {
    const found = (subject: object, resource: object) => results("action", { subject, resource });
    assert.deepEqual(await found(ALICE, RECORD_1), [{ name: "read" }, { name: "write" }]);
    assert.deepEqual(await found(ALICE, RECORD_2), [{ name: "read" }]);
    assert.deepEqual(await found(BOB, RECORD_2), [{ name: "read" }, { name: "write" }]);
  });

  test("finds nothing, and does not fail, where something is unknown", async () => {
    const user = { type: "user" };
    assert.deepEqual(
      await results("subject", { subject: { type: "spaceship" }, action: READ, resource: RECORD_1 }),
      [],
    );
    assert.deepEqual(
      await results("subject", { subject: { type: "group" }, action: READ, resource: RECORD_1 }),
      [],
    );
    assert.deepEqual(
      await results("subject", { subject: user, action: { name: "fly" }, resource: RECORD_1 }),
      [],
    );
    const nobody = { type: "user", id: "nonexistent-user" };
    assert.deepEqual(await results("action", { subject: nobody, resource: RECORD_1 }), []);
    assert.deepEqual(
      await results("resource", { subject: nobody, action: READ, resource: { type: "record" } }),
      [],
    );
    assert.deepEqual(
      await results("resource", { subject: ALICE, action: READ, resource: { type: "moon" } }),
      [],
    );
  });

  test("finds only what an evaluation allows", async () => {
    for (const subject of [ALICE, BOB]) {
      for (const resource of [RECORD_1, RECORD_2]) {
        for (const action of await results("action", { subject, resource })) {
          const answer = await send(`${licet.url}/access/v1/evaluation`, token, {
            subject,
            action,
            resource,
          });
          assert.deepEqual(answer.body, { decision: true });
        }
      }
    }
  });

  test("needs all but the id of what is searched for", async () => {
    const cases: readonly (readonly [string, object, string])[] = [
      ["subject", { subject: { type: "user" }, resource: RECORD_1 }, "/action"],
      ["subject", { action: READ, resource: RECORD_1 }, "/subject"],
      ["subject", { subject: { type: "user" }, action: READ, resource: { type: "record" } }, "/resource/id"],
      ["resource", { action: READ, resource: { type: "record" } }, "/subject"],
      ["resource", { subject: { type: "user" }, action: READ, resource: { type: "record" } }, "/subject/id"],
      ["resource", { subject: ALICE, action: READ, resource: {} }, "/resource/type"],
      ["action", { subject: ALICE }, "/resource"],
    ];
    for (const [what, request, pointer] of cases) {
      const { status, body } = await search(what, request);
      assert.equal(status, 400, JSON.stringify(request));
      assert.equal(body.errors[0].pointer, pointer);
    }
  });
});

describe("pages of a search", () => {
  const queries: readonly (readonly [string, object])[] = [
    ["subject", { subject: { type: "user" }, action: READ, resource: RECORD_1 }],
    ["resource", { subject: ALICE, action: READ, resource: { type: "record" } }],
    ["action", { subject: ALICE, resource: RECORD_1 }],
  ];

  for (const [what, query] of queries) {
    test(`together are the whole list of ${what}s, and the last has an empty token`, async () => {
      const whole = await search(what, query);
      assert.equal(whole.body.page.next_token, "");
      assert.equal(whole.body.page.count, whole.body.results.length);
      const collected: object[] = [];
      let page: object = { limit: 1 };
      for (let pages = 1; ; pages += 1) {
        const { body } = await search(what, { ...query, page });
        assert.ok(body.results.length <= 1);
        collected.push(...body.results);
        if (body.page.next_token === "") break;
        assert.ok(pages < 20, "it ends");
        page = { token: body.page.next_token };
      }
      assert.deepEqual(collected, whole.body.results);
    });
  }

  test("belong to one request: a token of another is refused, and one that was made up, too", async () => {
    const query = { subject: ALICE, action: READ, resource: { type: "record" } };
    const { next_token: token } = (await search("resource", { ...query, page: { limit: 1 } })).body.page;
    for (const request of [
      { ...query, subject: BOB, page: { token } },
      { ...query, context: { a: 1 }, page: { token } },
      { ...query, page: { token: "bm8tdG9rZW4tb2Ytb3Vycy1hdC1hbGw" } },
    ]) {
      const { status, body } = await search("resource", request);
      assert.equal(status, 400);
      assert.equal(body.errors[0].pointer, "/page/token");
    }
  });
});
