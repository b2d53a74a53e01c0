import assert from "node:assert/strict";
import { test } from "node:test";
import { applyExample, asFile, assertNoted, converterOf, notesOf } from "../testing/convert-example.ts";

const convertAuth0 = converterOf("auth0");

const FILES = ["auth0/tenant.yaml", "auth0/users.ndjson", "auth0/user-roles.ndjson"];

test("a tenant is converted and applied, checks answer as RBAC of Auth0 would, and the rest is named", async (t) => {
  const { check, report, applied, file } = await applyExample(t, "auth0", FILES);
  assert.ok(await check("user:alice@example.test", "Orders_API:write.orders"));
  assert.ok(await check("user:bob@example.test", "Orders_API:read.orders"));
  assert.ok(await check("user:bob@example.test", "stock:count"), "a permission of the user");
  assert.ok(
    await check("application:hV1nZ3vXo0R4T8mQ2wE6yU9iK5sD7fGj", "Orders_API:read.orders"),
    "a client grant",
  );
  assert.ok(!(await check("user:bob@example.test", "Orders_API:write.orders")));
  assert.ok(!(await check("application:hV1nZ3vXo0R4T8mQ2wE6yU9iK5sD7fGj", "Orders_API:write.orders")));
  assert.match(applied.stdout, /^pL8kJ6hG4fD2sA0qW9eR7tY5uI3oP1zX +client_secret +lsk_/m);
  assert.equal(file.match(/email_verified: true/g)?.length, 1, "of alice, as the export says");
  assert.doesNotMatch(report, /only-an-example/);
  for (const pattern of [
    /action of Orders_API "read:orders" is read\.orders$/m,
    /^ {2}redirect URI https:\/\/\*\.preview.*wildcard/m,
    /^ {2}grant type password of client pL8k/m,
    /^ {2}client Intranet \(sso_integration\): /m,
    /^ {2}grant of application hV1n.* for Auth0's Management API: /m,
    /^ {2}user_metadata of user alice@example\.test: users change it themselves/m,
    /^ {2}sign-in of user bob@example\.test by google-oauth2: /m,
    /^ {2}action Add department: .*CEL/m,
    /^ {2}connection google-oauth2: /m,
    /^ {2}organization customers: /m,
    /^ {2}HS256 of API stock: /m,
    /^ {2}resource stock: urn:auth0:stock: its audience is no absolute URI/m,
    /^ {2}resource stock: Auth0 does not enforce RBAC/m,
    /^ {2}user alice@example\.test; user bob@example\.test: hashes of passwords/m,
  ])
    assert.match(report, pattern);
});

const API = {
  name: "orders",
  identifier: "https://orders.example.test",
  scopes: [{ value: "read" }, { value: "write" }],
};
const delegatedOf = (...data: unknown[]) => {
  const { content } = convertAuth0(data.map(asFile));
  return (content.applications as { delegated?: string[] }[] | undefined)?.[0]?.delegated;
};

test("lists of the Management API are known by their entries, alone or as pages", () => {
  const client = { client_id: "a", name: "A", app_type: "spa", callbacks: ["https://a.example.test/"] };
  assert.deepEqual(delegatedOf([API], [client]), ["orders:*"]);
  assert.deepEqual(delegatedOf({ resource_servers: [API], total: 1 }, { clients: [client] }), ["orders:*"]);
});

test("a file with one line about a user has the roles of that user", () => {
  const permission = { permission_name: "read", resource_server_identifier: API.identifier };
  const { content } = convertAuth0([
    asFile({ resourceServers: [API], roles: [{ name: "Clerk", permissions: [permission] }] }),
    asFile({ user_id: "auth0|1", roles: [{ id: "rol_1", name: "Clerk" }] }),
  ]);
  assert.equal((content.roles as unknown[]).length, 1);
  assert.equal((content.assignments as unknown[]).length, 1);
});

test("an application may ask for what Auth0 lets it ask for", () => {
  const closed = { ...API, subject_type_authorization: { user: { policy: "require_client_grant" } } };
  const client = { client_id: "a", name: "A", app_type: "spa", callbacks: ["https://a.example.test/"] };
  const grant = { client_id: "a", audience: API.identifier, scope: ["read"], subject_type: "user" };
  assert.equal(delegatedOf([closed], [client]), undefined);
  assert.deepEqual(delegatedOf([closed], [client], [grant]), ["orders:read"]);
  assert.equal(delegatedOf([API], [{ ...client, is_first_party: false }]), undefined);
});

test("what refers to something that no file has is named", () => {
  const permission = { permission_name: "read", resource_server_identifier: "https://gone.example.test" };
  const conversion = convertAuth0([
    asFile([{ name: "Viewer", permissions: [permission] }]),
    asFile([{ user_id: "auth0|1", email: "a@example.test", roles: ["Gone"], permissions: [permission] }]),
    asFile([{ client_id: "gone", audience: "https://gone.example.test", scope: ["read"] }]),
  ]);
  const notes = notesOf(conversion);
  assert.match(notes, /^permission read of role Viewer: /m);
  assert.match(notes, /^permission read of user a@example\.test: /m);
  assert.match(notes, /^role Gone of user a@example\.test: /m);
  assert.match(notes, /^client grant of gone for https:\/\/gone\.example\.test: /m);
  assert.equal(conversion.content.assignments, undefined);
});

test("a client without an id gets its name as client_id, and is named", () => {
  const conversion = convertAuth0([asFile({ clients: [{ name: "My SPA", app_type: "spa" }] })]);
  assert.equal((conversion.content.applications as { client_id: string }[])[0]?.client_id, "My_SPA");
  assert.match(notesOf(conversion), /^application My SPA: its client_id is not in the export/m);
});

test("every entry that cannot be read is named with the field that it lacks", () => {
  const conversion = convertAuth0([
    asFile({
      clients: [{ id: "x" }, { name: "Reports", client_id: "reports", app_type: "non_interactive" }],
      resourceServers: [
        { name: "x" },
        { identifier: "https://api.example.test", scopes: [{ name: "read" }] },
      ],
      clientGrants: [{ client_id: "reports", audience: "https://api.example.test", scope: ["gone"] }],
      roles: [{ id: "x" }],
      users: [{ email: "a@example.test" }, { email: "b@example.test" }],
    }),
  ]);
  assertNoted(conversion, [
    "client 1 (with id): it has no client_id or name,",
    "API 1 (with name): it has no identifier,",
    "scope of API https://api.example.test 1 (with name): it has no value,",
    "scope gone of application reports: its API does not have this scope",
    "role 1 (with id): it has no name,",
    "user 1 (with email, roles, permissions): it has no user_id,",
    "user 2 (with email, roles, permissions): it has no user_id,",
  ]);
  assert.equal(conversion.content.users, undefined);
});
