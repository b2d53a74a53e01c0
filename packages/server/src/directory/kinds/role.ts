import type { Grant } from "@licet/engine/internal/entities.ts";
import { z } from "zod";
import { listOf, listOfTexts, orText, strictMap } from "../../input/schemas.ts";
import { field, json, optional, text } from "./field.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { GRANTS, NAMES, SHOWN } from "./opening.ts";
import { condition, reference, roleName, shortText } from "./values.ts";

const writeGrant = ({ permission, when }: Grant): string | Grant =>
  when === undefined ? permission : { permission, when };

/** A plain string means a grant without a condition. */
const grantEntry = orText(
  { title: "GrantInput", text: "PermissionName", maxLength: 300 },
  strictMap({ permission: reference, when: z.exactOptional(condition) }).meta({ title: "Grant" }),
  (permission) => ({ permission }),
);

const grantKey = ({ permission, when }: Grant): string =>
  when === undefined ? permission : `${permission} when ${when}`;

export const role = defineKind({
  table: "roles",
  section: "roles",
  area: {
    name: "roles",
    about: "Permissions under one name; roles inherit from roles",
    read: ["See roles", "查看角色"],
    write: ["Change roles", "修改角色"],
  },
  grants: true,
  locksOut: true,
  titles: { entry: "RoleInput" },
  keys: [({ name }) => name],
  id: ({ name }) => name,
  topic: () => "model",
  filters: { inherits: { list: "inherits" } },
  sorts: ["name", "updated_at"],
  fields: {
    name: field({
      wire: "name",
      column: "id",
      stored: text,
      schema: roleName,
      search: FOLDED_ID,
      opens: NAMES,
    }),
    description: optional({ wire: "description", stored: text, schema: shortText, opens: SHOWN }),
    inherits: field({
      wire: "inherits",
      stored: json<readonly string[]>(),
      schema: listOfTexts(roleName).default([]),
      refersTo: { to: "role" },
      opens: GRANTS,
    }),
    grants: field({
      wire: "grants",
      stored: json<readonly Grant[]>(),
      schema: listOf(grantEntry, grantKey).default([]),
      refersTo: { to: "permission", member: "permission" },
      toFile: (grants) => grants.map(writeGrant),
      opens: GRANTS,
    }),
  },
});
