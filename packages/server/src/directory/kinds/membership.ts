import type { Membership } from "@licet/engine/internal/entities.ts";
import { isPrincipalOf } from "@licet/engine/internal/values/principal-key.ts";
import { GROUPS } from "./areas.ts";
import { field, text, textOf } from "./field.ts";
import { defineKind } from "./kind.ts";
import { firstPartOfId, ordered } from "./listing.ts";
import { GRANTS } from "./opening.ts";
import { groupMember, groupName } from "./values.ts";

export const membership = defineKind({
  table: "group_members",
  section: "memberships",
  area: GROUPS,
  grants: true,
  locksOut: true,
  titles: { entry: "ConfigurationMembership" },
  keys: [({ group, member }) => `${group} ${member}`],
  id: ({ group, member }) => `${group}/${member}`,
  topic: ({ member }) => (isPrincipalOf("group", member) ? "model" : `members:${member}`),
  filters: { member: ordered("member"), group: firstPartOfId },
  sorts: [],
  fields: {
    group: field({
      wire: "group",
      column: "group_name",
      stored: text,
      schema: groupName,
      refersTo: { to: "group", isOwner: true },
      belongsTo: { kinds: ["group"], by: "id", isReference: true },
      opens: GRANTS,
    }),
    member: field({
      wire: "member",
      stored: textOf<Membership["member"]>(),
      schema: groupMember,
      refersTo: { to: "member" },
      belongsTo: { kinds: ["user", "group"], by: "principal_key" },
      opens: GRANTS,
    }),
  },
});
