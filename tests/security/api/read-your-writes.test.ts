// @engine both: two nodes share a database on PostgreSQL.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { describeOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import {
  ADMINISTRATOR,
  allPermissions,
  assertProblem,
  bearer,
  type Caller,
  callerWith,
  createCaller,
  issueTokenTo,
  send,
  startGuarded,
} from "./guarded-api.ts";
import { WORLD } from "./world.ts";

const ROUNDS = 15;

/** Whether alice may write orders, asked in every way there is. They all have to say the same. */
const askEveryWay = async (api: Caller, evaluate: (body: object) => Promise<boolean>): Promise<boolean> => {
  const question = { subject: "user:alice", permission: "orders:write" };
  const [one, short, batch, explained, listed, authzen] = await Promise.all([
    api("POST", "/check", question),
    api("GET", "/users/alice/permissions/orders:write"),
    api("POST", "/check:batch", { checks: [question] }),
    api("POST", "/check:explain", question),
    api("POST", "/list/permissions", { subject: "user:alice" }),
    evaluate({
      subject: { type: "user", id: "alice" },
      action: { name: "write" },
      resource: { type: "orders", id: "42" },
    }),
  ]);
  const answers = [
    one?.body.allowed,
    short?.body.allowed,
    batch?.body.results[0].allowed,
    explained?.body.allowed,
    listed?.body.items.some(({ permission }: { permission: string }) => permission === "orders:write"),
    authzen,
  ];
  assert.equal(new Set(answers).size, 1, JSON.stringify(answers));
  return answers[0];
};

/**
 * Ways to give alice the permission to write, each with the way to take it back. Each gives what its write answers
 * with.
 */
const ASSIGNMENTS: Readonly<
  Record<string, { give(api: Caller): Promise<Answered>; take(api: Caller): Promise<Answered> }>
> = {
  "an assignment": {
    give: (api) => api("POST", "/assignments", { principal: "user:alice", permission: "orders:write" }),
    take: async (api) => {
      const { body } = await api("GET", "/assignments?principal=user:alice&permission=orders:write");
      return api("DELETE", `/assignments/${body.items[0].id}`);
    },
  },
  "an assignment whose end is moved": {
    give: (api) =>
      api("POST", "/assignments", {
        principal: "user:alice",
        role: "clerk",
        expires_at: "2099-01-01T00:00:00Z",
      }),
    take: (api) =>
      api("POST", "/assignments", {
        principal: "user:alice",
        role: "clerk",
        expires_at: "2020-01-01T00:00:00Z",
      }),
  },
  "a role that grows": {
    give: (api) => api("PUT", "/roles/viewer", { grants: ["orders:read", "orders:write"] }),
    take: (api) => api("PUT", "/roles/viewer", { grants: ["orders:read"] }),
  },
  "a role that inherits": {
    give: async (api) => {
      await api("PUT", "/roles/clerk", { grants: ["orders:write"] });
      return api("PUT", "/roles/viewer", { grants: ["orders:read"], inherits: ["clerk"] });
    },
    take: (api) => api("PUT", "/roles/clerk", { grants: [] }),
  },
  "a group that gets the permission": {
    give: (api) => api("POST", "/assignments", { principal: "group:staff", permission: "orders:write" }),
    take: (api) => api("DELETE", "/groups/staff/members/user:alice"),
  },
};
type Answered = Awaited<ReturnType<Caller>>;

const evaluator = (licet: RunningLicet, token: string) => async (body: object) => {
  const path = "/access/v1/evaluation";
  return (await send(licet, { method: "POST", path, body, headers: bearer(token) })).body.decision;
};

/** As it was in the beginning, whatever a test left behind. */
async function settle(api: Caller): Promise<void> {
  await api("PUT", "/roles/viewer", { grants: ["orders:read"] });
  await api("PUT", "/roles/clerk", { grants: ["orders:write"] });
  await api("PUT", "/groups/staff/members/user:alice");
  const { body } = await api("GET", "/assignments?limit=200");
  for (const { id, principal, permission, role } of body.items)
    if (permission === "orders:write" || (role === "clerk" && principal.startsWith("user:")))
      await api("DELETE", `/assignments/${id}`);
}

describe("the new enemy: on one node a permission is gone with the answer that took it away", () => {
  let licet: RunningLicet;
  let api: Caller;
  let evaluate: (body: object) => Promise<boolean>;
  before(async () => {
    licet = await startGuarded();
    const token = await issueTokenTo(licet, ADMINISTRATOR, (await allPermissions(licet)).join(" "));
    api = callerWith(licet, token);
    evaluate = evaluator(licet, token);
  });
  after(() => licet.stop());

  for (const [name, { give, take }] of Object.entries(ASSIGNMENTS)) {
    test(name, async () => {
      for (let round = 0; round < 5; round += 1) {
        await settle(api);
        assert.equal(await askEveryWay(api, evaluate), false, "before");
        const given = await give(api);
        assert.ok(given.status < 300, given.text);
        assert.equal(await askEveryWay(api, evaluate), true, "given");
        const taken = await take(api);
        assert.ok(taken.status < 300, taken.text);
        assert.equal(await askEveryWay(api, evaluate), false, "taken");
      }
    });
  }

  test("a user who is disabled or deleted may do nothing from then on", async () => {
    await settle(api);
    await api("POST", "/users", { username: "carol" });
    await api("POST", "/assignments", { principal: "user:carol", permission: "orders:read" });
    const ask = async () =>
      (await api("POST", "/check", { subject: "user:carol", permission: "orders:read" })).body.allowed;
    assert.equal(await ask(), true);
    await api("PUT", "/users/carol", { enabled: false });
    assert.equal(await ask(), false);
    await api("PUT", "/users/carol", { enabled: true });
    assert.equal(await ask(), true);
    await api("DELETE", "/users/carol?cascade=true");
    assert.equal(await ask(), false);
    await api("POST", "/users", { username: "carol" });
    assert.equal(await ask(), false, "another user of the same name is another user");
  });

  test("at_least a revision that does not exist is refused (400) on every path, never guessed", async () => {
    const { body } = await api("POST", "/check", { subject: "user:alice", permission: "orders:read" });
    for (const at_least of [body.revision + 1, Number.MAX_SAFE_INTEGER]) {
      const question = { subject: "user:alice", permission: "orders:read" };
      for (const answer of await Promise.all([
        api("POST", "/check", { ...question, at_least }),
        api("POST", "/check:batch", { checks: [question], at_least }),
        api("GET", `/users/alice/permissions/orders:read?at_least=${at_least}`),
        api("POST", "/check:explain", { ...question, at_least }),
        api("POST", "/list/permissions", { subject: "user:alice", at_least }),
        api("POST", "/list/resources", { ...question, at_least }),
        api("POST", "/list/subjects", { permission: "orders:read", type: "user", at_least }),
        api("POST", "/simulate", { at_least }),
        api("POST", "/scopes:resolve", { client_id: "admin", scope: "orders:read", at_least }),
      ]))
        assertProblem(answer, 400, "unknown_revision");
    }
  });
});

describeOn("postgres", "the new enemy: on another node, with the revision of the write", () => {
  let one: RunningLicet;
  let two: RunningLicet;
  let drop: () => Promise<void>;
  before(async () => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "https://id.example.test";
    one = await startLicet({ state: WORLD, database, baseUrl });
    two = await startLicet({ state: "", database, baseUrl });
    drop = () => database.drop();
  });
  after(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await drop();
  });

  test("a permission that was taken away is gone", async () => {
    const here = await createCaller(one, ADMINISTRATOR);
    const there = await createCaller(two, ADMINISTRATOR);
    for (let round = 0; round < ROUNDS; round += 1) {
      const given = await here("POST", "/assignments", { principal: "user:bob", permission: "orders:write" });
      assert.equal(given.status, 201, given.text);
      const ask = async (at_least: number) => {
        const { body, text } = await there("POST", "/check", {
          subject: "user:bob",
          permission: "orders:write",
          at_least,
        });
        assert.ok(body.revision >= at_least, text);
        return body.allowed;
      };
      assert.equal(await ask(Number(given.headers.get("licet-revision"))), true);
      const taken = await here("DELETE", `/assignments/${given.body.id}`);
      assert.equal(taken.status, 204, taken.text);
      assert.equal(await ask(Number(taken.headers.get("licet-revision"))), false);
    }
  });

  test("a caller that was dismissed on one node is turned away on the other within two seconds", async () => {
    const here = await createCaller(one, ADMINISTRATOR);
    const there = await createCaller(two, "dismissed");
    assert.equal((await there("GET", "/roles")).status, 200);
    const { body } = await here("GET", "/assignments?principal=application:dismissed");
    await here("DELETE", `/assignments/${body.items[0].id}`);
    await untilKnown(async () => (await there("GET", "/roles")).status === 403);
  });
});
