import type { LocalizedText } from "@licet/engine/entities.ts";
import { field, json, text } from "./field.ts";
import { writeText } from "./file-form.ts";
import { defineKind } from "./kind.ts";

export const permission = defineKind({
  table: "permissions",
  id: ({ name }) => name,
  fields: {
    name: field({ wire: "name", column: "id", stored: text }),
    description: field({
      wire: "description",
      column: "description",
      stored: json<LocalizedText>(),
      toFile: writeText,
    }),
  },
});
