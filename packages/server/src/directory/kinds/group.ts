import { z } from "zod";
import { listOfTexts } from "../../input/schemas.ts";
import { GROUPS } from "./areas.ts";
import { field, optional, text } from "./field.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID } from "./listing.ts";
import { NAMES, never, SHOWN } from "./opening.ts";
import { groupMember, groupName, shortText } from "./values.ts";

export const group = defineKind({
  table: "groups",
  section: "groups",
  area: GROUPS,
  grants: never("its members and its assignments are entities of their own"),
  locksOut: true,
  titles: { entry: "GroupInput" },
  keys: [({ name }) => name],
  // If omitted, the group keeps its members.
  besides: { members: z.exactOptional(listOfTexts(groupMember)) },
  id: ({ name }) => name,
  topic: () => "model",
  names: ({ name }) => [{ kind: "group", name }],
  filters: { member: { table: "group_members", names: "group_name", column: "member" } },
  sorts: ["name", "updated_at"],
  fields: {
    name: field({
      wire: "name",
      column: "id",
      stored: text,
      schema: groupName,
      search: FOLDED_ID,
      opens: NAMES,
    }),
    description: optional({ wire: "description", stored: text, schema: shortText, opens: SHOWN }),
  },
});
