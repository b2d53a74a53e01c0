import type { Membership } from "@licet/engine/entities.ts";
import { field, text, textOf } from "./field.ts";
import { defineKind } from "./kind.ts";

export const membership = defineKind({
  table: "group_members",
  id: ({ group, member }) => `${group}/${member}`,
  fields: {
    group: field({ wire: "group", column: "group_name", stored: text }),
    member: field({ wire: "member", column: "member", stored: textOf<Membership["member"]>() }),
  },
});
