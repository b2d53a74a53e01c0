import type { Attributes } from "@licet/engine/values/attributes.ts";
import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import { type EntityOf, field, flag, json, optional, text } from "./field.ts";
import { sortMembers } from "./file-form.ts";
import { defineKind } from "./kind.ts";
import { ordered } from "./listing.ts";

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
    }),
    username: field({
      wire: "username",
      column: "username",
      folded: "folded_username",
      stored: text,
      search: { column: "folded_username", isName: true },
    }),
    email: optional({
      wire: "email",
      column: "email",
      folded: "folded_email",
      stored: text,
      search: { column: "folded_email", isName: true },
    }),
    name: optional({
      wire: "name",
      column: "name",
      folded: "folded_name",
      stored: text,
      search: { column: "folded_name" },
    }),
    attributes: field({
      wire: "attributes",
      column: "attributes",
      stored: json<Attributes>(),
      defaultOf: () => ({}),
      toFile: sortMembers,
    }),
    enabled: field({ wire: "enabled", column: "enabled", stored: flag, defaultOf: () => true }),
    /** argon2id, in PHC string format. Absent: this user cannot sign in with a password. */
    passwordHash: optional({ wire: false, column: "password_hash", stored: text }),
  },
});

export type User = EntityOf<typeof user.fields>;
