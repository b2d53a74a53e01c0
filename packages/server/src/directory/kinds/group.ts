import { field, optional, text } from "./field.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { NAMES, SHOWN } from "./opening.ts";

export const group = defineKind({
  table: "groups",
  id: ({ name }) => name,
  topic: () => "model",
  names: ({ name }) => [{ kind: "group", name }],
  filters: { member: { table: "group_members", names: "group_name", column: "member" } },
  sorts: ["name", "updated_at"],
  fields: {
    name: field({ wire: "name", column: "id", stored: text, search: FOLDED_ID, opens: NAMES }),
    description: optional({ wire: "description", column: "description", stored: text, opens: SHOWN }),
  },
});
