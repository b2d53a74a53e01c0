import assert from "node:assert/strict";
import { test } from "node:test";
import { ENTITY_KINDS } from "./kinds/kinds.ts";
import { isNamed, placesOf } from "./references.ts";

test("uses of an entity are looked for in these fields, in this order", () => {
  const places = ENTITY_KINDS.map((kind) => [
    kind,
    placesOf(kind, "x").map(
      (place) => `${place.kind}.${place.name} ${place.text}${place.isPrefix ? "…" : ""}`,
    ),
  ]);
  assert.deepEqual(Object.fromEntries(places), {
    resource: [
      "role.grants x:…",
      "assignment.permission x:…",
      "application.delegated x:…",
      "access_account.ceiling x:…",
      "application.serves x",
      "assignment.at x/…",
      "instance.resource x",
    ],
    permission: [
      "role.grants x",
      "assignment.permission x",
      "application.delegated x",
      "access_account.ceiling x",
    ],
    role: ["assignment.role x", "role.inherits x"],
    group: ["membership.member group:x", "assignment.principal group:x"],
    user: ["membership.member user:x", "assignment.principal user:x"],
    membership: [],
    instance: ["assignment.at x", "instance.parent x"],
    application: ["access_account.applicationId x", "assignment.principal application:x"],
    access_account: ["assignment.principal access_account:x"],
    secret: [],
    assignment: [],
  });
});

test("a permission is named by itself, and a resource by the beginning of its permissions", () => {
  const [permission] = placesOf("permission", "audit");
  const [resource] = placesOf("resource", "orders");
  assert.ok(permission && resource);
  assert.deepEqual([isNamed(permission, "audit"), isNamed(permission, "audits")], [true, false]);
  assert.deepEqual([isNamed(resource, "orders:*"), isNamed(resource, "orders2:read")], [true, false]);
});
