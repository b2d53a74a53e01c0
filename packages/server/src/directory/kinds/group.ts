import { field, optional, text } from "./field.ts";
import { defineKind } from "./kind.ts";

export const group = defineKind({
  table: "groups",
  id: ({ name }) => name,
  fields: {
    name: field({ wire: "name", column: "id", stored: text }),
    description: optional({ wire: "description", column: "description", stored: text }),
  },
});
