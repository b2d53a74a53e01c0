import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { InvalidInputError } from "@licet/engine/internal/values/invalid-input-error.ts";
import {
  applyExample,
  asFile,
  assertNoted,
  converterOf,
  notesOf,
  readExample,
} from "../testing/convert-example.ts";

const convertKeycloak = converterOf("keycloak");

const convert = (more: object) => convertKeycloak([asFile({ realm: "shop", ...more })]);
const list = (conversion: { readonly content: Readonly<Record<string, readonly unknown[]>> }, name: string) =>
  (conversion.content[name] ?? []) as readonly Record<string, unknown>[];

test("a realm is converted and applied, and checks answer as the roles of Keycloak say", async (t) => {
  const { check, report, applied } = await applyExample(t, "keycloak", ["keycloak/shop-realm.json"]);
  assert.ok(await check("user:alice", "orders-api:delete"), "a composite of a composite");
  assert.ok(await check("user:alice", "shop:clerk"), "a role of the realm");
  assert.ok(await check("user:alice", "invoices:view"), "a role policy");
  assert.ok(await check("user:bob", "orders-api:read"), "the role of the group above");
  assert.ok(await check("user:bob", "orders-api:write"), "the role of the own group");
  assert.ok(await check("application:reports", "orders-api:read"), "a service account");
  for (const [subject, permission] of [
    ["user:bob", "orders-api:delete"],
    ["user:bob", "invoices:view"],
    ["user:alice", "invoices:pay"],
    ["application:reports", "orders-api:write"],
  ] as const)
    assert.ok(!(await check(subject, permission)), `${subject} ${permission}`);
  assert.doesNotMatch(applied.stdout, /client_secret/, "all secrets are taken over");
  assert.doesNotMatch(report, /only-an-example|b25seSBhbiBleGFtcGxl/, "no secret is printed");
  assert.match(report, /^ {2}role "store manager" is store_manager$/m);
});

describe("what a realm has and Licet does not is named", () => {
  const report = notesOf(convertKeycloak([asFile(readExample("keycloak/shop-realm.json"))]));
  for (const [kind, pattern] of [
    ["a hashed password", /^user alice: hashes of passwords cannot be taken over/m],
    ["a second factor", /^otp credential of user alice: /m],
    [
      "a redirect URI with a wildcard",
      /^redirect URI https:\/\/\*\.preview.* of application shop: .*wildcard/m,
    ],
    ["a protocol mapper", /^protocol mapper "department" of client shop: /m],
    ["a JavaScript policy", /^permission "Pay invoices" of client orders-api: JavaScript .* CEL/m],
    ["a SAML client", /^client https:\/\/intranet\.example\.test\/saml \(saml\): /m],
    ["the password grant", /^password grant of client shop: /m],
    ["an identity provider", /^identity provider google: /m],
    ["user federation", /^user federation ldap: /m],
    ["a client scope", /^client scope warehouse: /m],
  ] as const)
    test(kind, () => assert.match(report, pattern));
});

test("a masked secret of a partial export is generated anew, and so is a short one", () => {
  const conversion = convert({
    clients: [
      { clientId: "a", standardFlowEnabled: false, secret: "**********" },
      { clientId: "b", standardFlowEnabled: false, secret: "short" },
    ],
  });
  assert.ok(list(conversion, "applications").every((entry) => !("client_secret" in entry)));
  assert.match(notesOf(conversion), /^application a: the export masks its secret.*licet apply generates/m);
  assert.match(notesOf(conversion), /^application b: its secret has less than 32 characters/m);
  assert.doesNotMatch(notesOf(conversion), /\bshort\b/);
});

test("names of Licet's own are never taken: a role licet-administrator gives nothing of Licet", () => {
  const conversion = convert({
    roles: { realm: [{ name: "licet-administrator" }], client: { licet: [{ name: "users.write" }] } },
    clients: [{ clientId: "licet-console", publicClient: true, redirectUris: ["https://a.example.test/"] }],
    users: [
      { username: "eve", realmRoles: ["licet-administrator"], clientRoles: { licet: ["users.write"] } },
    ],
  });
  assert.deepEqual(
    list(conversion, "assignments").map(({ role }) => role),
    ["licet-administrator_2", "licet.users.write"],
  );
  assert.deepEqual(
    list(conversion, "resources").map(({ name }) => name),
    ["shop", "licet_2"],
  );
  assert.deepEqual(
    list(conversion, "applications").map((entry) => entry.client_id),
    ["licet-console_2"],
  );
  assert.equal(conversion.report.renamed.length, 3);
});

test("two names that become one stay two, and a name without a letter is its kind", () => {
  const conversion = convert({
    roles: { realm: [{ name: "a b" }, { name: "a+b" }, { name: "管理员" }, { name: "2nd" }] },
  });
  assert.deepEqual(
    list(conversion, "roles").map(({ name }) => name),
    ["a_b", "a_b_2", "role", "x_2nd"],
  );
});

test("roles that are composed of each other become a chain, because Licet refuses cycles", () => {
  const conversion = convert({
    roles: {
      realm: [
        { name: "a", composites: { realm: ["b"] } },
        { name: "b", composites: { realm: ["a"] } },
      ],
    },
  });
  const inherits = list(conversion, "roles").flatMap((role) => role.inherits ?? []);
  assert.equal(inherits.length, 1);
  assert.match(notesOf(conversion), /inheriting .*: the roles inherit each other/);
});

describe("a permission of authorization settings is given only if the answer is exactly Keycloak's", () => {
  const policy = (name: string, type: string, config: object, more = {}) => ({
    name,
    type,
    config: Object.fromEntries(Object.entries(config).map(([key, value]) => [key, JSON.stringify(value)])),
    ...more,
  });
  const ROLE_A = policy("has a", "role", { roles: [{ id: "a" }] });
  const ROLE_B = policy("has b", "role", { roles: [{ id: "b" }] });
  const settle = (policies: readonly object[], more = {}) => {
    const conversion = convert({
      roles: { realm: [{ name: "a" }, { name: "b" }] },
      groups: [{ name: "staff", path: "/staff", subGroups: [{ name: "eu", path: "/staff/eu" }] }],
      users: [{ username: "alice" }],
      clients: [
        {
          clientId: "api",
          authorizationSettings: {
            resources: [{ name: "bills", scopes: [{ name: "view" }] }],
            policies,
            ...more,
          },
        },
      ],
    });
    const roles = list(conversion, "roles").filter((role) =>
      (role.grants as string[]).includes("bills:view"),
    );
    const principals = list(conversion, "assignments").filter((each) => each.permission === "bills:view");
    return {
      given: [...roles.map(({ name }) => name), ...principals.map(({ principal }) => principal)],
      notes: notesOf(conversion),
    };
  };
  const see = (policies: readonly string[], more = {}) =>
    policy("see", "scope", { resources: ["bills"], scopes: ["view"], applyPolicies: policies }, more);

  test("one policy", () => assert.deepEqual(settle([ROLE_A, see(["has a"])]).given, ["a"]));
  test("a user policy", () =>
    assert.deepEqual(settle([policy("alice", "user", { users: ["alice"] }), see(["alice"])]).given, [
      "user:alice",
    ]));
  test("a client policy", () =>
    assert.deepEqual(settle([policy("api", "client", { clients: ["api"] }), see(["api"])]).given, [
      "application:api",
    ]));
  test("one of several policies", () =>
    assert.deepEqual(
      settle([ROLE_A, ROLE_B, see(["has a", "has b"], { decisionStrategy: "AFFIRMATIVE" })]).given,
      ["a", "b"],
    ));
  test("a group with those below it, and not without them", () => {
    const group = (extendChildren: boolean) =>
      policy("staff", "group", { groups: [{ path: "/staff", extendChildren }] });
    assert.deepEqual(settle([group(true), see(["staff"])]).given, ["group:staff"]);
    assert.deepEqual(settle([group(false), see(["staff"])]).given, []);
  });
  test("a resource permission gives all scopes", () =>
    assert.deepEqual(
      settle([ROLE_A, policy("all", "resource", { resources: ["bills"], applyPolicies: ["has a"] })]).given,
      ["a"],
    ));

  for (const [kind, policies] of [
    ["all of several policies", [ROLE_A, ROLE_B, see(["has a", "has b"])]],
    [
      "several required roles",
      [
        policy("both", "role", {
          roles: [
            { id: "a", required: true },
            { id: "b", required: true },
          ],
        }),
        see(["both"]),
      ],
    ],
    ["a negative policy", [{ ...ROLE_A, logic: "NEGATIVE" }, see(["has a"])]],
    ["a time policy", [policy("day", "time", { noa: "2030-01-01 00:00:00" }), see(["day"])]],
    ["a policy that is not there", [see(["gone"])]],
    ["a policy of itself", [policy("loop", "aggregate", { applyPolicies: ["loop"] }), see(["loop"])]],
    [
      "two permissions of different roles",
      [ROLE_A, ROLE_B, see(["has a"]), { ...see(["has b"]), name: "see too" }],
    ],
    [
      "a JavaScript policy beside a role",
      [ROLE_A, policy("js", "js", {}), see(["has a"]), { ...see(["js"]), name: "see too" }],
    ],
  ] as const)
    test(`nobody gets it: ${kind}`, () => {
      const { given, notes } = settle(policies);
      assert.deepEqual(given, []);
      assert.match(notes, /^(permission "see.*" of client api|bills#view of client api): /m);
    });

  test("two permissions of which one is enough", () =>
    assert.deepEqual(
      settle([ROLE_A, ROLE_B, see(["has a"]), { ...see(["has b"]), name: "see too" }], {
        decisionStrategy: "AFFIRMATIVE",
      }).given,
      ["a", "b"],
    ));
});

test("a password in the clear, as files for imports have it, is taken over and not printed", () => {
  const conversion = convert({
    users: [{ username: "alice", credentials: [{ type: "password", value: "written by hand" }] }],
  });
  assert.equal(list(conversion, "users")[0]?.password, "written by hand");
  assert.equal(notesOf(conversion), "");
});

test("an address is verified when Keycloak says so, and not because an attribute does", () => {
  const verifiedOf = (user: object) => {
    const { content } = convertKeycloak([asFile({ realm: "shop", users: [{ username: "alice", ...user }] })]);
    const [alice] = content.users as { attributes?: Readonly<Record<string, unknown>> }[];
    return alice?.attributes?.email_verified;
  };
  const email = "alice@example.test";
  assert.equal(verifiedOf({ email, emailVerified: true }), true);
  assert.equal(
    verifiedOf({ email, emailVerified: false, attributes: { email_verified: [true] } }),
    undefined,
  );
  assert.equal(verifiedOf({ email: "no address", emailVerified: true }), undefined);
});

test("users may be in files of their own, and of one realm only", () => {
  const users = { realm: "shop", users: [{ username: "alice" }] };
  const conversion = convertKeycloak([asFile({ realm: "shop", roles: {} }), asFile(users)]);
  assert.equal(list(conversion, "users").length, 1);
  assert.throws(
    () => convertKeycloak([asFile({ realm: "shop" }), asFile({ ...users, realm: "other" })]),
    new InvalidInputError(
      "the files have 2 realms (shop, other); convert one at a time: kc.sh export --realm shop",
    ),
  );
});

test("a bearer-only client has no secret, and the report says so", () => {
  const conversion = convert({
    clients: [{ clientId: "api", bearerOnly: true }],
    roles: { client: { api: [{ name: "read" }] } },
  });
  const [application] = list(conversion, "applications");
  assert.deepEqual([application?.type, application?.serves], ["service", ["api"]]);
  assert.match(notesOf(conversion), /^application api: a bearer-only client has no secret/m);
  assert.doesNotMatch(notesOf(conversion), /masks its secret/);
});

test("every entry that cannot be read is named with the field that it lacks", () => {
  const conversion = convert({
    clients: [{ id: "x" }],
    roles: { realm: [{ id: "x" }], client: { api: [{ id: "x" }] } },
    groups: [{ id: "x" }, { name: "staff", subGroups: [{ id: "x" }] }],
    users: [{ email: "a@example.test" }, "bob", { username: "sa", serviceAccountClientId: "gone" }],
  });
  assertNoted(conversion, [
    "client 1 (with id): it has no clientId,",
    "role 1 (with id): it has no name,",
    "role of client api 1 (with id): it has no name,",
    "group 1 (with id): it has no name,",
    "group below /staff 1 (with id): it has no name,",
    "user 1 (with email): it has no username,",
    "user 2 (without fields): it has no username,",
    "service account of client gone: the export does not have its client",
  ]);
});
