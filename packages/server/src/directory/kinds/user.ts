import type { Attributes } from "@licet/engine/values/attributes.ts";
import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import { type EntityOf, field, flag, json, optional, text } from "./field.ts";
import { sortMembers } from "./file-form.ts";
import { defineKind } from "./kind.ts";
import { ordered } from "./listing.ts";
import { NAMES, never, READ_BY_CONDITIONS } from "./opening.ts";

const SIGNS_IN = never("who may act for a user is compared: find-granted-permissions.ts");

export const user = defineKind({
  table: "users",
  id: ({ id }) => id,
  topic: ({ id }) => `user:${id}`,
  names: ({ username }) => [{ kind: "user", name: username }],
  filters: { enabled: ordered("enabled") },
  sorts: ["name", "username", "email", "enabled", "created_at"],
  exportOrder: ["username", "email", "name", "enabled", "attributes"],
  fields: {
    /** Another database gives out another one, so no file has it. */
    id: field({
      wire: false,
      column: "id",
      stored: text,
      // Without capital letters.
      search: { column: "id", prefix: ID_PREFIXES.user, isName: true },
      opens: NAMES,
    }),
    username: field({
      wire: "username",
      column: "username",
      folded: "folded_username",
      stored: text,
      search: { column: "folded_username", isName: true },
      opens: READ_BY_CONDITIONS,
    }),
    email: optional({
      wire: "email",
      column: "email",
      folded: "folded_email",
      stored: text,
      search: { column: "folded_email", isName: true },
      opens: READ_BY_CONDITIONS,
    }),
    name: optional({
      wire: "name",
      column: "name",
      folded: "folded_name",
      stored: text,
      search: { column: "folded_name" },
      opens: READ_BY_CONDITIONS,
    }),
    attributes: field({
      wire: "attributes",
      column: "attributes",
      stored: json<Attributes>(),
      defaultOf: () => ({}),
      toFile: sortMembers,
      opens: READ_BY_CONDITIONS,
    }),
    enabled: field({
      wire: "enabled",
      column: "enabled",
      stored: flag,
      defaultOf: () => true,
      isKept: true,
      opens: SIGNS_IN,
    }),
    /** argon2id, in PHC string format. Absent: this user cannot sign in with a password. */
    passwordHash: optional({ wire: false, column: "password_hash", stored: text, opens: SIGNS_IN }),
  },
});

export type User = EntityOf<typeof user.fields>;
