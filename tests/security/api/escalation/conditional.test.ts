// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { assertProblem, type Caller, createCaller, fingerprint, startGuarded } from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";

const LOCAL = 'request.ip == "127.0.0.1"';
const ELSEWHERE = 'request.ip == "192.0.2.1"';
const OWN = "resource.attributes.owner == subject.name";
const SMALL = "request.context.amount < 100";
const WRITES = ["assignments", "roles", "groups", "users", "applications"].map(
  (collection) => `licet:${collection}.write`,
);
const ACTIONS = ["read", "write", "refund", "close", "audit", "list"];

/** The manager holds every permission of orders under some condition, and some of stock at one instance. */
const WORLD = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { ${ACTIONS.map((action) => `${action}: { description: ${action} }`).join(", ")} }
    instances: [{ id: eu }, { id: "42", parent: eu }]
  - { name: stock, identifier: https://stock.example.test, actions: { read: { description: See }, count: { description: Count } } }
roles:
  - { name: local-reader, grants: [{ permission: orders:read, when: '${LOCAL}' }] }
  - name: clerk
    grants:
      - stock:count
      - { permission: orders:refund, when: '${ELSEWHERE}' }
      - { permission: orders:close, when: '${OWN}' }
      - { permission: orders:list, when: '${SMALL}' }
  - { name: senior-clerk, inherits: [clerk] }
  - { name: junior, grants: [{ permission: orders:audit, when: '${ELSEWHERE}' }] }
  - { name: sworn, grants: [{ permission: orders:audit, when: '${ELSEWHERE}' }] }
  - { name: passing, grants: [{ permission: orders:audit, when: '${ELSEWHERE}' }] }
  - { name: rung }
  - { name: narrow-rung, grants: [{ permission: orders:read, when: '${LOCAL}' }] }
groups:
  - { name: readers }
  - { name: free-readers }
users:
  - { username: puppet }
  - { username: free }
applications:
${["manager", "other", "admin", "free-app", "bound-app"].map((id) => service(id)).join("\n")}
  - client_id: limited
    name: limited
    type: service
    client_secret: "${secretOf("limited")}"
    access_accounts:
      - { access_key: ak_limited, secret_key: "${secretOf("ak_limited")}", ceiling: [licet:assignments.write, stock:count] }
assignments:
  - { principal: application:admin, role: licet-administrator }
${["manager", "limited"].flatMap((id) => WRITES.map((permission) => `  - { principal: application:${id}, permission: "${permission}" }`)).join("\n")}
  - { principal: application:manager, role: local-reader }
  - { principal: application:manager, permission: orders:write, when: '${LOCAL} && client.type == "service"' }
  - { principal: application:manager, role: senior-clerk }
  - { principal: application:manager, role: junior, at: orders/eu }
  - { principal: application:manager, role: sworn, when: 'true' }
  - { principal: application:manager, role: passing, expires_at: 2099-01-01T00:00:00Z }
  - { principal: application:manager, permission: stock:read }
  - { principal: application:manager, permission: licet:stats.read, when: '${LOCAL}' }
  - { principal: application:limited, role: clerk }
  - { principal: group:readers, role: local-reader }
  - { principal: group:free-readers, permission: orders:read }
  - { principal: user:free, permission: orders:read }
  - { principal: application:free-app, permission: orders:read }
  - { principal: application:bound-app, permission: orders:read, when: '${LOCAL}' }
`;

let licet: RunningLicet;
let manager: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  manager = await createCaller(licet, "manager", [...WRITES, "licet:stats.read"].join(" "));
});
after(() => licet.stop());

const toOther = (assignment: object) =>
  ["POST", "/assignments", { principal: "application:other", ...assignment }] as const;
const read = (when?: string, more: object = {}) =>
  toOther({ permission: "orders:read", ...(when !== undefined && { when }), ...more });
const write = (when?: string) => toOther({ permission: "orders:write", ...(when !== undefined && { when }) });
const rung = (...grants: readonly (string | object)[]) => ["PUT", "/roles/rung", { grants }] as const;

describe("ASVS 8.2.1: a permission that is held under a condition is not granted without it", () => {
  const ATTEMPTS: readonly (readonly [string, string, object?])[] = [
    read(),
    read("true"),
    read(undefined, { at: "orders/42" }),
    read(undefined, { expires_at: "2099-01-01T00:00:00Z" }),
    read('request.ip != "192.0.2.1"'),
    read('request.ip.startsWith("127.")'),
    read(`${LOCAL} || true`),
    read(`true || ${LOCAL}`),
    read(`(${LOCAL}) == true`),
    read(`!(${LOCAL}) || ${LOCAL}`),
    read(`${LOCAL} ? true : true`),
    read(`[1].exists(x, ${LOCAL} && x == 1)`),
    read(`"${LOCAL.replaceAll('"', "'")}" != ""`),
    read(`true // ${LOCAL}`),
    // Of a conjunction each part counts.
    write(),
    write(LOCAL),
    write('client.type == "service"'),
    write(`${LOCAL} || client.type == "service"`),
    rung("orders:read"),
    rung({ permission: "orders:read", when: "true" }),
    rung({ permission: "orders:read", when: LOCAL }, "orders:read"),
    ["PUT", "/roles/narrow-rung", { grants: ["orders:read"] }],
    ["PUT", "/roles/narrow-rung", { grants: [{ permission: "orders:read", when: `${LOCAL} || true` }] }],
    ["PUT", "/groups/free-readers/members/user:puppet"],
    ["PUT", "/users/free", { password: "a password that the manager has thought of" }],
    ["POST", "/applications/free-app/secrets", {}],
    // A permission of Licet itself, though the token carries it.
    toOther({ permission: "licet:stats.read" }),
    // A condition on the instance holds for no other instance.
    toOther({ permission: "orders:close" }),
    toOther({ permission: "orders:close", at: "orders/42" }),
    toOther({ permission: "orders:list" }),
    // A condition that is not met now is not held.
    toOther({ permission: "orders:refund" }),
    toOther({ permission: "orders:refund", when: ELSEWHERE }),
    // Held at an instance, under a condition, or for a time: that is not the role as such.
    ...["junior", "sworn", "passing"].flatMap((role) => [
      toOther({ role }),
      toOther({ role, when: ELSEWHERE }),
    ]),
    toOther({ role: "passing", expires_at: "2098-01-01T00:00:00Z" }),
    ["PUT", "/roles/rung", { inherits: ["clerk"] }],
  ];
  for (const [method, path, body] of ATTEMPTS) {
    test(`${method} ${path} ${JSON.stringify(body)}`, async () => {
      const untouched = await fingerprint(licet);
      const answer = await manager(method, path, body);
      assertProblem(answer, 403, "forbidden");
      assert.ok(answer.body.lacking.length > 0, "and says what it lacks");
      assert.deepEqual(await fingerprint(licet), untouched);
    });
  }

  test("the refusal says that it is about a condition, and does not say which", async () => {
    const { body } = await manager(...read());
    assert.deepEqual(body.lacking, ["orders:read"]);
    assert.match(body.detail, /orders:read only under a condition/);
    assert.doesNotMatch(body.detail, /127\.0\.0\.1/);
  });
});

describe("a grant with the caller's condition is as narrow, and so is a role that the caller has as such", () => {
  const GRANTS: readonly (readonly [string, string, object?])[] = [
    read(LOCAL),
    read(`( request . ip=='127.0.0.1' ) // the same`),
    read(`${LOCAL} && subject.name == "other"`),
    read(`subject.name == "x" && (request.time > timestamp("2020-01-01T00:00:00Z") && ${LOCAL})`),
    read(LOCAL, { at: "orders/42" }),
    write(`client.type == "service" && ${LOCAL}`),
    write(`${LOCAL} && (subject.name != "" && client.type == "service")`),
    // One part by the assignment, the other by the grant.
    ["PUT", "/roles/rung", { grants: [{ permission: "orders:read", when: LOCAL }] }],
    toOther({ role: "rung" }),
    toOther({ role: "rung", when: 'client.type == "service"' }),
    toOther({ permission: "stock:read" }),
    toOther({ permission: "stock:read", when: "false" }),
    ["PUT", "/roles/narrow-rung", { grants: [{ permission: "orders:read", when: `${LOCAL} && true` }] }],
    ["PUT", "/groups/readers/members/user:puppet"],
    ["POST", "/applications/bound-app/secrets", {}],
    // Conditions that only a later check can evaluate are compared by their form.
    toOther({ permission: "orders:close", when: OWN }),
    toOther({ permission: "orders:close", when: OWN, at: "orders/42" }),
    toOther({ permission: "orders:list", when: SMALL }),
    // Conditions inside the role included, met or not.
    toOther({ role: "local-reader" }),
    toOther({ role: "senior-clerk" }),
    toOther({ role: "clerk" }),
    toOther({ role: "clerk", at: "orders/42" }),
    toOther({ role: "clerk", when: "true", expires_at: "2099-01-01T00:00:00Z" }),
  ];
  for (const [method, path, body] of GRANTS) {
    test(`${method} ${path} ${JSON.stringify(body)}`, async () => {
      const answer = await manager(method, path, body);
      assert.ok(answer.status < 300, answer.text);
    });
  }
});

test("ASVS 8.2.1: the parts of a condition may stand on the role and on the assignment, on both sides", async () => {
  await licet.apply(`
roles:
  - { name: split, grants: [{ permission: orders:audit, when: '${LOCAL}' }] }
  - { name: half, grants: [{ permission: orders:audit, when: '${LOCAL}' }] }
  - { name: other-half, grants: [{ permission: orders:audit, when: 'client.type == "service"' }] }
assignments:
  - { principal: application:manager, role: split, when: 'client.type == "service"' }
`);
  assertProblem(await manager(...toOther({ role: "half" })), 403, "forbidden");
  assertProblem(await manager(...toOther({ role: "other-half" })), 403, "forbidden");
  assertProblem(await manager(...toOther({ role: "split" })), 403, "forbidden");
  for (const assignment of [
    { role: "half", when: 'client.type == "service"' },
    { role: "other-half", when: LOCAL },
    { permission: "orders:audit", when: `client.type == "service" && ${LOCAL}` },
  ]) {
    const answer = await manager(...toOther(assignment));
    assert.equal(answer.status, 201, answer.text);
  }
});

test("ASVS 8.2.1: an access account assigns its application's roles only as far as its ceiling lets through", async () => {
  const account = await createCaller(licet, "ak_limited", "licet:assignments.write");
  const refused = await account(...toOther({ role: "clerk", when: 'subject.name == "a"' }));
  assertProblem(refused, 403, "forbidden");
  assert.deepEqual(refused.body.lacking.toSorted(), ["orders:close", "orders:list", "orders:refund"]);
  await licet.apply("assignments: [{ principal: access_account:ak_limited, role: clerk }]");
  const granted = await account(...toOther({ role: "clerk", when: 'subject.name == "b"' }));
  assert.equal(granted.status, 201, granted.text);
});

test("with licet:escalate a permission may be granted without the caller's condition", async () => {
  const admin = await createCaller(licet, "admin");
  assert.equal((await admin(...read("true && true"))).status, 201);
});
