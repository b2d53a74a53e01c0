import type { Attributes } from "@licet/engine/values/attributes.ts";
import { type EntityOf, field, flag, json, optional, text } from "./field.ts";
import { sortMembers } from "./file-form.ts";
import { defineKind } from "./kind.ts";

export const user = defineKind({
  table: "users",
  id: ({ id }) => id,
  exportOrder: ["username", "email", "name", "enabled", "attributes"],
  fields: {
    /** Another database gives out another one, so no file has it. */
    id: field({ wire: false, column: "id", stored: text }),
    username: field({ wire: "username", column: "username", folded: "folded_username", stored: text }),
    email: optional({ wire: "email", column: "email", folded: "folded_email", stored: text }),
    name: optional({ wire: "name", column: "name", folded: "folded_name", stored: text }),
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
