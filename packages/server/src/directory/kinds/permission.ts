import type { LocalizedText } from "@licet/engine/internal/entities.ts";
import { field, json, text } from "./field.ts";
import { writeText } from "./file-form.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { NAMES, never, SHOWN } from "./opening.ts";
import { customPermissionName, localizedText } from "./values.ts";

export const permission = defineKind({
  table: "permissions",
  section: "permissions",
  area: {
    name: "permissions",
    about: "Permissions that belong to no resource",
    read: ["See permissions", "查看权限"],
    write: ["Change permissions that belong to no resource", "修改不属于任何资源的权限"],
  },
  grants: never("it defines what can be granted, and grants nothing"),
  locksOut: never("nobody administers Licet through it"),
  titles: { entry: "PermissionInput" },
  keys: [({ name }) => name],
  id: ({ name }) => name,
  topic: () => "model",
  filters: {},
  sorts: ["name", "updated_at"],
  fields: {
    name: field({
      wire: "name",
      column: "id",
      stored: text,
      schema: customPermissionName,
      search: FOLDED_ID,
      opens: NAMES,
    }),
    description: field({
      wire: "description",
      stored: json<LocalizedText>(),
      schema: localizedText,
      toFile: writeText,
      opens: SHOWN,
    }),
  },
});
