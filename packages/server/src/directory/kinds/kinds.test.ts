import assert from "node:assert/strict";
import { test } from "node:test";
import { samples } from "../../storage/contract/samples.ts";
import type { Field } from "./field.ts";
import { ENTITY_KINDS, type Entities, type EntityKind, KINDS, kindOf } from "./kinds.ts";

const fieldsOf = (kind: EntityKind) =>
  Object.entries(KINDS[kind].fields as unknown as Readonly<Record<string, Field<unknown>>>);

test("an entity of every kind is the same after it was stored", () => {
  for (const kind of ENTITY_KINDS) {
    const value = samples[kind] as Entities[typeof kind];
    const { toRow, fromRow, columns } = kindOf(kind);
    const row = toRow(value);
    assert.deepEqual(fromRow(row), value, kind);
    assert.deepEqual(Object.keys(row).sort(), ["id", ...columns].sort(), kind);
  }
});

test("no member of the API and no column stands for two fields", () => {
  for (const kind of ENTITY_KINDS) {
    const fields = fieldsOf(kind).map(([, field]) => field);
    const names = fields.flatMap(({ wire }) => (wire === false ? [] : [wire]));
    const columns = fields.flatMap(({ column, folded }) => [
      column,
      ...(folded === undefined ? [] : [folded]),
    ]);
    assert.equal(new Set(names).size, names.length, kind);
    assert.equal(new Set(columns).size, columns.length, kind);
  }
});

/** Whoever adds a field to this list has thought about what another party could do after a change of it. */
test("these fields let nobody in, whatever their value", () => {
  const listed = Object.fromEntries(
    ENTITY_KINDS.map((kind) => [
      kind,
      fieldsOf(kind).flatMap(([name, { opens }]) => ("never" in opens && opens.never !== "" ? [name] : [])),
    ]),
  );
  assert.deepEqual(listed, {
    resource: ["name", "displayName", "identifier", "signingAlgorithm", "accessTokenType", "actions"],
    permission: ["name", "description"],
    role: ["name", "description", "inherits", "grants"],
    group: ["name", "description"],
    user: ["id", "username", "email", "name", "attributes", "enabled", "passwordHash"],
    membership: ["group", "member"],
    instance: ["resource", "id", "parent", "attributes"],
    application: [
      "id",
      "name",
      "postLogoutRedirectUris",
      "idTokenAlgorithm",
      "idTokenClaims",
      "serves",
      "homePage",
      "backchannelLogoutUri",
    ],
    access_account: ["accessKey", "name"],
    secret: ["id", "hint", "createdAt", "lastUsedAt"],
    assignment: ["id", "principal", "role", "permission", "at", "when"],
  });
});

test("an application that asks for less proof lets others in", () => {
  const { opens } = KINDS.application;
  const before = { ...samples.application, requireSignedRequestObject: true, enabled: false };
  assert.equal(opens(before, before, "for_users"), false);
  assert.equal(opens(before, undefined, "itself"), true);
  const unsigned = { ...before, requireSignedRequestObject: false };
  assert.deepEqual([opens(unsigned, before, "itself"), opens(unsigned, before, "for_users")], [false, true]);
  assert.equal(opens(before, unsigned, "for_users"), false);
  const enabled = { ...before, enabled: true };
  assert.deepEqual([opens(enabled, before, "itself"), opens(enabled, before, "for_users")], [true, true]);
});
