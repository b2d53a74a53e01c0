import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { z } from "zod";
import {
  attributesField,
  displayNameField,
  type EntityOf,
  enabledField,
  field,
  optional,
  text,
} from "./field.ts";
import { defineKind } from "./kind.ts";
import { ordered } from "./listing.ts";
import { NAMES, never, READ_BY_CONDITIONS } from "./opening.ts";
import { emailAddress, userId, username } from "./values.ts";

const SIGNS_IN = never("who may act for a user is compared: find-granted-permissions.ts");

export const user = defineKind({
  table: "users",
  section: "users",
  area: {
    name: "users",
    about: "Users, their sessions, consents, password resets and lockouts",
    read: ["See users", "查看用户"],
    write: ["Change users and set their passwords", "修改用户并设置其密码"],
  },
  grants: true,
  locksOut: true,
  titles: { entry: "ConfigurationUser" },
  keys: [({ username }) => username, ({ email }) => email],
  entryNames: ({ username, id }) => [username, id],
  besides: {
    // Identifies a stored user, so the username can change. If omitted, the username identifies a stored or new user.
    id: z.exactOptional(userId),
    password: z.exactOptional(z.string()),
  },
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
      folded: "folded_username",
      stored: text,
      schema: username,
      search: { column: "folded_username", isName: true },
      opens: READ_BY_CONDITIONS,
    }),
    email: optional({
      wire: "email",
      folded: "folded_email",
      stored: text,
      schema: emailAddress,
      search: { column: "folded_email", isName: true },
      opens: READ_BY_CONDITIONS,
    }),
    name: displayNameField(READ_BY_CONDITIONS),
    attributes: attributesField(READ_BY_CONDITIONS),
    enabled: enabledField(SIGNS_IN),
    /** argon2id, in PHC string format. Absent: this user cannot sign in with a password. */
    passwordHash: optional({ wire: false, column: "password_hash", stored: text, opens: SIGNS_IN }),
  },
});

export type User = EntityOf<typeof user.fields>;
