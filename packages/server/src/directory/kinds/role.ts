import type { Grant } from "@licet/engine/entities.ts";
import { field, json, optional, text } from "./field.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { GRANTS, NAMES, SHOWN } from "./opening.ts";

const writeGrant = ({ permission, when }: Grant): string | Grant =>
  when === undefined ? permission : { permission, when };

export const role = defineKind({
  table: "roles",
  id: ({ name }) => name,
  topic: () => "model",
  filters: { inherits: { list: "inherits" } },
  sorts: ["name", "updated_at"],
  fields: {
    name: field({ wire: "name", column: "id", stored: text, search: FOLDED_ID, opens: NAMES }),
    description: optional({ wire: "description", column: "description", stored: text, opens: SHOWN }),
    inherits: field({
      wire: "inherits",
      column: "inherits",
      stored: json<readonly string[]>(),
      defaultOf: () => [],
      opens: GRANTS,
    }),
    grants: field({
      wire: "grants",
      column: "grants",
      stored: json<readonly Grant[]>(),
      defaultOf: () => [],
      toFile: (grants) => grants.map(writeGrant),
      opens: GRANTS,
    }),
  },
});
