import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ASKER, FIRM, READ_PERMISSIONS } from "./firm.ts";
import { send } from "./send.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: FIRM });
  token = await fetchToken(licet, ASKER, `licet:check licet:explain ${READ_PERMISSIONS}`);
});
after(() => licet.stop());

const explain = async (body: object) => {
  const answer = await send(`${licet.url}/api/v1/check:explain`, token, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.headers.get("licet-revision"), String(answer.body.revision));
  return answer.body;
};
const findUserId = async (username: string) => (await licet.services.users.find(username))?.id;

test("an allowed check is explained by its path, from the subject to the grant", async () => {
  const { allowed, via } = await explain({
    subject: "user:bob",
    permission: "orders:read",
    resource: "orders/42",
  });
  assert.equal(allowed, true);
  assert.deepEqual(via.principals, [`user:${await findUserId("bob")}`, "group:support"]);
  assert.deepEqual(via.instances, ["orders/42", "orders/eu"]);
  assert.deepEqual(via.roles, ["viewer"]);
  assert.equal(via.assignment.at, "orders/eu");
  assert.match(via.assignment.id, /^asg_/);
});

test("a condition is explained by its values", async () => {
  const { via } = await explain({ subject: "user:alice", permission: "orders:write", resource: "orders/42" });
  assert.deepEqual(via.roles, ["clerk"]);
  const [condition] = via.conditions;
  assert.equal(condition.outcome, "true");
  assert.deepEqual(condition.values, { "resource.attributes.owner": "alice", "subject.name": "alice" });
});

test("a permission that ends says when", async () => {
  const { via, expires_at } = await explain({
    subject: "user:bob",
    permission: "billing_admin",
    context: { time: "2029-01-01T00:00:00Z" },
  });
  assert.equal(expires_at, "2030-01-01T00:00:00Z");
  assert.equal(via.assignment.expires_at, "2030-01-01T00:00:00Z");
});

test("an access account is explained with its ceiling", async () => {
  const { within } = await explain({ subject: "access_account:ak_reports", permission: "orders:read" });
  assert.deepEqual(within, { ceiling: "orders:read" });
  const denied = await explain({ subject: "access_account:ak_reports", permission: "orders:write" });
  assert.equal(denied.reason, "key_ceiling");
});

test("a denial says its reason, the near misses, and what would fix it", async () => {
  const expired = await explain({
    subject: "user:bob",
    permission: "billing_admin",
    context: { time: "2031-01-01T00:00:00Z" },
  });
  assert.equal(expired.reason, "not_granted");
  assert.deepEqual(expired.near_misses[0].blocked_by, [
    { kind: "expired", expired_at: "2030-01-01T00:00:00Z" },
  ]);
  assert.ok(expired.suggestions.length > 0);
  const [extendAssignment] = expired.suggestions;
  assert.deepEqual(extendAssignment, {
    text: `give the assignment ${expired.near_misses[0].assignment.id} a later expires_at`,
    kind: "extend_assignment",
    assignment: expired.near_misses[0].assignment.id,
  });
  const elsewhere = await explain({ subject: "user:bob", permission: "orders:read", resource: "orders/us" });
  assert.deepEqual(elsewhere.near_misses[0].blocked_by, [{ kind: "other_instance", at: "orders/eu" }]);
  const conditional = await explain({
    subject: "user:alice",
    permission: "orders:refund",
    resource: "orders/42",
  });
  assert.equal(conditional.reason, "condition_missing_data");
  assert.ok(conditional.near_misses[0].blocked_by[0].condition.missing.includes("request.ip"));
});

test("unknown subjects and permissions are told apart, here and nowhere else", async () => {
  const reason = async (body: object) => (await explain(body)).reason;
  assert.equal(await reason({ subject: "user:nobody", permission: "orders:read" }), "unknown_subject");
  assert.equal(await reason({ subject: "user:carol", permission: "orders:read" }), "subject_disabled");
  assert.equal(await reason({ subject: "user:alice", permission: "orders:fly" }), "unknown_permission");
  assert.equal(
    await reason({ subject: "user:alice", permission: "orders:read", resource: "stock/1" }),
    "wrong_resource",
  );
});

test("an explanation and a check agree", async () => {
  const questions = ["alice", "bob", "carol", "nobody"].flatMap((user) =>
    ["orders:read", "orders:write", "orders:refund", "billing_admin", "stock:read"].flatMap((permission) =>
      [{}, { resource: "orders/42" }, { resource: "orders/us" }].map((about) => ({
        subject: `user:${user}`,
        permission,
        context: { ip: "10.0.0.1", client: { id: "shop" } },
        ...about,
      })),
    ),
  );
  for (const question of questions) {
    const { body } = await send(`${licet.url}/api/v1/check`, token, question);
    const explained = await explain(question);
    assert.equal(explained.allowed, body.allowed);
    assert.equal("via" in explained, body.allowed);
  }
});

test("explaining needs a permission of its own", async () => {
  const plain = await fetchToken(licet, ASKER, "licet:check");
  const question = { subject: "user:alice", permission: "orders:read" };
  assert.equal((await send(`${licet.url}/api/v1/check:explain`, plain, question)).status, 403);
});
