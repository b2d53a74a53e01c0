// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import { ADMINISTRATOR, bearer, type Caller, fingerprint, send, withGuardedApi } from "./guarded-api.ts";
import { WORLD } from "./world.ts";

/** Every user has a permission, so that an unknown subject that is treated as `user:*` is noticed. */
const GENEROUS = `${WORLD}
  - { principal: "user:*", permission: spare:read }
  - { principal: user:alice, permission: "orders:*" }
  - { principal: application:orders-app, permission: "orders:*" }
  - { principal: group:staff, permission: "orders:*" }
`;

let licet: RunningLicet;
let token: string;
let api: Caller;
withGuardedApi(
  (guarded) => {
    ({ licet, token, api } = guarded);
  },
  { state: GENEROUS },
);

const NOT_A_NAME = [
  ...[
    "nobody",
    "*",
    "%",
    "_",
    "alice'",
    'alice"',
    "alice;--",
    "' or '1'='1",
    "alice%00",
    "../alice",
    "user:alice",
  ],
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "undefined",
    "null",
    "true",
    "0",
  ],
  ...["usr_", "usr_000000000000000000000000", "USR_000000000000000000000000", "ak_", "app_"],
];
/** Like a name that is there, and not it: names are exact bytes. */
const nearlyNames = (name: string): readonly string[] => [
  ...[
    name.toUpperCase(),
    name[0]?.toUpperCase() + name.slice(1),
    ` ${name}`,
    `${name} `,
    `${name}.`,
    `${name}/`,
  ],
  ...[
    `${name}\u200b`,
    `\ufeff${name}`,
    `${name}\u0301`,
    name.replace("a", "а"),
    name.replace("o", "ο"),
    `${name}\u00a0`,
  ],
];

const SUBJECTS = {
  user: ["alice", "bob"],
  application: ["orders-app", "admin"],
  access_account: ["ak_spare"],
  group: ["staff"],
};

const PERMISSIONS = ["orders:read", "orders:write", "spare:read", "billing_admin"];

const NOT_A_PERMISSION = [
  ...[
    "orders:*",
    "licet:*",
    "*",
    "*:*",
    ":",
    "orders",
    "orders:",
    ":read",
    "orders:read:write",
    "orders:nothing",
  ],
  ...["orders:read orders:write", "orders:read,orders:write", "orders.read", "orders/read", "orders:read/42"],
  ...["openid", "profile", "__proto__", "constructor", "toString", "orders:__proto__", "orders:constructor"],
  ...nearlyNames("orders:read"),
];

const shorthand = (id: string, permission: string): string =>
  `/users/${encodeURIComponent(id)}/permissions/${encodeURIComponent(permission)}`;

/** Asked in every way there is, and always no. */
async function assertAllDenied(type: string, id: string, permissions: readonly string[]): Promise<void> {
  const about = `${type}:${id}`;
  const checks = [about, { type, id }].flatMap((subject) =>
    permissions.map((permission) => ({ subject, permission })),
  );
  const batch = await api("POST", "/check:batch", { checks });
  assert.equal(batch.status, 200, batch.text);
  assert.deepEqual(
    batch.body.results,
    checks.map(() => ({ allowed: false })),
    about,
  );
  const evaluations = permissions.map((permission) => ({
    action: { name: permission.slice(permission.indexOf(":") + 1) || "read" },
    resource: { type: permission.split(":")[0] || "orders", id: "42" },
  }));
  const { status, body, text } = await send(licet, {
    method: "POST",
    path: "/access/v1/evaluations",
    body: { subject: { type, id }, evaluations },
    headers: bearer(token),
  });
  assert.equal(status, 200, text);
  assert.deepEqual(
    body.evaluations,
    evaluations.map(() => ({ decision: false })),
    about,
  );
  const [permission = ""] = permissions;
  const asked = ["/check", "/check:explain"].map((path) =>
    api("POST", path, { subject: { type, id }, permission }),
  );
  // A path cannot say a name with a slash in it.
  if (type === "user" && !id.includes("/")) asked.push(api("GET", shorthand(id, permission)));
  for (const answer of await Promise.all(asked))
    assert.deepEqual([answer.status, answer.body.allowed], [200, false], `${about} ${answer.text}`);
}

describe("an unknown subject is allowed nothing, and is no error", () => {
  for (const [type, names] of Object.entries(SUBJECTS)) {
    test(`${type}: a name that is none`, async () => {
      for (const id of NOT_A_NAME) await assertAllDenied(type, id, PERMISSIONS);
    });
    test(`${type}: a name that is nearly one, names are exact bytes`, async () => {
      for (const name of names)
        for (const id of nearlyNames(name)) if (id !== name) await assertAllDenied(type, id, PERMISSIONS);
    });
  }

  test("a name of one kind is none of another", async () => {
    for (const [type, names] of Object.entries(SUBJECTS))
      for (const other of Object.keys(SUBJECTS)) {
        if (other === type) continue;
        for (const id of names) await assertAllDenied(other, id, PERMISSIONS);
      }
  });

  test("and who is there is allowed: the questions above are the right ones", async () => {
    for (const subject of ["user:alice", "application:orders-app", "group:staff"]) {
      const { body } = await api("POST", "/check", { subject, permission: "orders:read" });
      assert.equal(body.allowed, true, subject);
    }
  });
});

test("an unknown permission is denied to who holds everything, and is no error", async () => {
  for (const id of ["alice"]) {
    const checks = NOT_A_PERMISSION.map((permission) => ({ subject: `user:${id}`, permission }));
    const { status, body, text } = await api("POST", "/check:batch", { checks });
    assert.equal(status, 200, text);
    const allowed = checks
      .filter((_, index) => body.results[index].allowed)
      .map(({ permission }) => permission);
    assert.deepEqual(allowed, []);
  }
  for (const permission of NOT_A_PERMISSION) {
    const answer = await api("POST", "/check", { subject: `application:${ADMINISTRATOR}`, permission });
    assert.deepEqual([answer.status, answer.body.allowed], [200, false], permission);
  }
});

test("an instance of one resource says nothing about another's permissions", async () => {
  for (const resource of [
    "spare/42",
    "Orders/42",
    "nothing/42",
    "licet/42",
    { type: "__proto__", id: "42" },
  ]) {
    const answer = await api("POST", "/check", {
      subject: "user:alice",
      permission: "orders:read",
      resource,
    });
    assert.deepEqual([answer.status, answer.body.allowed], [200, false], JSON.stringify(resource));
  }
});

test("lists about an unknown subject are empty, and no error", async () => {
  for (const id of NOT_A_NAME) {
    const permissions = await api("POST", "/list/permissions", { subject: { type: "user", id } });
    assert.deepEqual([permissions.status, permissions.body.items], [200, []], id);
    const resources = await api("POST", "/list/resources", {
      subject: { type: "user", id },
      permission: "orders:read",
    });
    assert.deepEqual([resources.status, resources.body.items, resources.body.all], [200, [], false], id);
  }
  for (const permission of NOT_A_PERMISSION) {
    const subjects = await api("POST", "/list/subjects", { permission });
    assert.deepEqual([subjects.status, subjects.body.items], [200, []], permission);
  }
});

test("questions change nothing", async () => {
  const untouched = await fingerprint(licet);
  await assertAllDenied("user", "nobody", PERMISSIONS);
  assert.deepEqual(await fingerprint(licet), untouched);
});
