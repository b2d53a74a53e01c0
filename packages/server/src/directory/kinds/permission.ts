import type { LocalizedText } from "@licet/engine/entities.ts";
import { field, json, text } from "./field.ts";
import { writeText } from "./file-form.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { NAMES, SHOWN } from "./opening.ts";

export const permission = defineKind({
  table: "permissions",
  id: ({ name }) => name,
  topic: () => "model",
  filters: {},
  sorts: ["name", "updated_at"],
  fields: {
    name: field({ wire: "name", column: "id", stored: text, search: FOLDED_ID, opens: NAMES }),
    description: field({
      wire: "description",
      column: "description",
      stored: json<LocalizedText>(),
      toFile: writeText,
      opens: SHOWN,
    }),
  },
});
