import assert from "node:assert/strict";
import { test } from "node:test";
import { applyExample, asFile, assertNoted, converterOf, notesOf } from "../testing/convert-example.ts";

const convertAuthing = converterOf("authing");

test("a user pool is converted and applied, checks answer as Authing would, and the rest is named", async (t) => {
  const { check, report, applied } = await applyExample(t, "authing", ["authing/authing.json"]);
  assert.ok(await check("user:alice", "orders:write"), "every action of a resource, by a role");
  assert.ok(await check("user:13800000000", "orders:read"));
  assert.ok(await check("user:13800000000", "stock:count"), "a data policy of a group");
  assert.ok(await check("application:61dfb93089e8037f8144016c", "orders:read"), "a pair of AK and SK");
  assert.ok(!(await check("application:61dfb93089e8037f8144016c", "orders:write")));
  assert.ok(!(await check("user:13800000000", "orders:delete")), "what is denied");
  assert.ok(!(await check("user:alice", "stock:count")));
  assert.equal(applied.stdout.match(/client_secret/g), null, "the SK and the secrets stay as they are");
  assert.doesNotMatch(report, /fedcba98|01234567/);
  for (const pattern of [
    /^ {2}orders:delete: Authing denies it to somebody, and Licet has no denials, so nobody got it/m,
    /^ {2}nodes of resource shelves: add them as instances/m,
    /^ {2}warehouse\/shelves\/north\/open of data policy Inventory: it is about a node of a tree/m,
    /^ {2}orders:read of department 61dfb93089e8037f8144aaaa: departments have no counterpart/m,
    /^ {2}application 65a1f0c2d3e4f5a6b7c8d9e1 \(saml\): /m,
    /^ {2}sign-in of user 13800000000 by wechat: /m,
    /^ {2}token lifetime of access key 61dfb93089e8037f8144016c: /m,
    /^ {2}attributes of user alice: users may have been able to change/m,
    /^ {2}user alice; user 13800000000: hashes of passwords/m,
  ])
    assert.match(report, pattern);
});

const ORDERS = { code: "orders", type: "API", actions: [{ name: "orders:read" }, { name: "orders:write" }] };
const answer = (list: readonly unknown[]) =>
  asFile({ statusCode: 200, message: "Success", data: { totalCount: 1, list } });

test("answers of the API are known by their entries, and names may carry their namespace", () => {
  const { content } = convertAuthing([
    answer([{ ...ORDERS, namespace: "default", actions: [{ name: "default:orders:read" }] }]),
    answer([{ code: "clerk", name: "Clerk", namespace: "default" }]),
    answer([
      {
        targetType: "ROLE",
        targetIdentifiers: ["clerk"],
        resources: [{ code: "orders", actions: ["default:orders:read"] }],
      },
    ]),
  ]);
  assert.deepEqual((content.roles as { grants: string[] }[])[0]?.grants, ["orders:read"]);
});

test("a code of two namespaces is two resources and two roles", () => {
  const role = (namespace: string) => ({ code: "clerk", name: "Clerk", namespace });
  const { content } = convertAuthing([
    asFile({
      resources: [
        { ...ORDERS, namespace: "default" },
        { ...ORDERS, namespace: "warehouse" },
      ],
      roles: [role("default"), role("warehouse")],
      authorizations: [
        {
          namespace: "warehouse",
          targetType: "ROLE",
          targetIdentifier: "clerk",
          resources: [{ code: "orders", isAll: true }],
        },
      ],
    }),
  ]);
  assert.deepEqual(
    (content.roles as { name: string; grants?: string[] }[]).map(({ name, grants }) => [name, grants]),
    [
      ["clerk", undefined],
      ["warehouse.clerk", ["warehouse_orders:read", "warehouse_orders:write"]],
    ],
  );
});

test("an authorization with conditions is not given, and one that denies under a condition denies", () => {
  const condition = [{ param: "UserPoolId", operator: "StringEquals", value: "x" }];
  const authorize = (id: string, actions: readonly string[], more = {}) => ({
    targetType: "USER",
    targetIdentifier: id,
    resources: [{ resourceCode: "orders", actions, ...more }],
  });
  const conversion = convertAuthing([
    asFile({
      resources: [ORDERS],
      users: [{ userId: "1", username: "alice" }],
      authorizations: [
        authorize("1", ["orders:read"], { condition }),
        authorize("1", ["orders:write"]),
        authorize("2", ["orders:write"], { condition, effect: "DENY" }),
        authorize("3", ["orders:read"]),
      ],
    }),
  ]);
  assert.equal(conversion.content.assignments, undefined);
  assert.match(
    notesOf(conversion),
    /^authorization of user 1 for orders: its conditions have no counterpart.*CEL/m,
  );
  assert.match(notesOf(conversion), /^orders:write: Authing denies it to somebody/m);
  assert.match(notesOf(conversion), /^orders:read of user 3: the export does not have whom/m);
});

test("a data policy that nobody is known to have denies what it denies", () => {
  const policy = (effect: string) => ({
    policyName: "p",
    statementList: [{ effect, permissions: ["default/orders/read"] }],
  });
  const user = {
    targetType: "USER",
    targetIdentifier: "1",
    resources: [{ code: "orders", actions: ["orders:read"] }],
  };
  const pool = {
    resources: [{ ...ORDERS, namespace: "default" }],
    users: [{ userId: "1", username: "alice" }],
    authorizations: [user],
  };
  const allowed = convertAuthing([asFile({ ...pool, dataPolicies: [policy("ALLOW")] })]);
  assert.equal(allowed.content.assignments?.length, 1);
  assert.match(notesOf(allowed), /^data policy p: the export does not say whom it was given to/m);
  assert.equal(
    convertAuthing([asFile({ ...pool, dataPolicies: [policy("DENY")] })]).content.assignments,
    undefined,
  );
});

test("every entry that cannot be read is named with the field that it lacks, and without its values", () => {
  const conversion = convertAuthing([
    asFile({
      applications: [{ id: "no-app-id" }],
      programmaticAccessAccounts: [
        { id: "61dfb93089e8037f8144016c", secret: "fedcba9876543210fedcba9876543210", appId: "a" },
        { accessKey: "61dfb9", secretKey: "a-secret-key", appId: "a" },
      ],
      resources: [{ resource: "x" }, { ...ORDERS, actions: [{ action: "read" }, "orders:write"] }],
      roles: [{ roleName: "x" }],
      groups: [{ groupName: "x" }, { code: "staff", members: [{ id: "1" }] }],
      users: [{ username: "alice" }, "bob"],
      authorizations: [
        { targetIdentifier: "1", resources: [{ code: "orders", isAll: true }] },
        { targetType: "USER", resources: [{ code: "orders", isAll: true }] },
        { targetType: "USER", targetIdentifier: "1", resources: [{ code: "orders" }] },
      ],
      dataPolicies: [{ policyName: "p", targetList: [{ type: "USER", id: "1" }] }],
      departments: [{ code: "x" }],
      dataResources: { statusCode: 403, message: "Forbidden" },
    }),
  ]);
  assertNoted(conversion, [
    "application 1 (with id): it has no appId,",
    "access account 2 (with accessKey, secretKey, appId): it has no id or accessKeyId,",
    "resource 1 (with resource): it has no code or resourceCode,",
    "action of resource orders 1 (with action): it has no name,",
    "role 1 (with roleName): it has no code,",
    "group 1 (with groupName): it has no code,",
    "member of group staff 1 (with id): it has no userId,",
    "user 1 (with username): it has no userId or id,",
    "user 2 (without fields): it has no userId or id,",
    "authorization 1 (with targetIdentifier, resources): it has no targetType,",
    "authorization 2 (with targetType, resources): it has no targetIdentifier or targetIdentifiers,",
    "authorization of user 1 for orders: it names no action",
    "data policy 1 (with policyName, targetList): it has no statementList,",
    "member departments of export.json: it is none of applications,",
    "member dataResources of export.json: it is neither a list nor an answer with a list",
  ]);
  assert.doesNotMatch(notesOf(conversion), /a-secret-key|fedcba98/);
  assert.equal(conversion.content.users, undefined);
});

test("a denial denies when its target cannot be read, and all actions when it names none", () => {
  const resources = [{ code: "orders", actions: ["orders:read"] }];
  const { content } = convertAuthing([
    asFile({
      resources: [ORDERS],
      users: [{ userId: "1", username: "alice" }],
      authorizations: [
        { targetType: "USER", targetIdentifier: "1", resources },
        { resources: [{ code: "orders", effect: "DENY" }] },
      ],
    }),
  ]);
  assert.equal(content.assignments, undefined);
});
