import type { InstanceKey, PrincipalKey } from "@licet/engine/entities.ts";
import { expiry, field, optional, text, textOf } from "./field.ts";
import { defineKind } from "./kind.ts";
import { ordered, unordered } from "./listing.ts";
import { GRANTS, NAMES } from "./opening.ts";

export const assignment = defineKind({
  table: "assignments",
  id: ({ id }) => id,
  topic: ({ principal }) => `assignments:${principal}`,
  filters: {
    principal: ordered("principal"),
    at: ordered("instance"),
    role: unordered("role"),
    permission: unordered("permission"),
  },
  sorts: ["role_or_permission", "at", "expires_at"],
  otherSorts: {
    role_or_permission: { expression: "coalesce(role, permission)", type: "text", nullable: false },
  },
  fields: {
    /** It follows from the principal, which has another id in another database. */
    id: field({ wire: false, column: "id", stored: text, opens: NAMES }),
    principal: field({
      wire: "principal",
      column: "principal",
      stored: textOf<PrincipalKey>(),
      opens: GRANTS,
    }),
    role: optional({ wire: "role", column: "role", stored: text, opens: GRANTS }),
    permission: optional({ wire: "permission", column: "permission", stored: text, opens: GRANTS }),
    at: optional({ wire: "at", column: "instance", stored: textOf<InstanceKey>(), opens: GRANTS }),
    when: optional({ wire: "when", column: "condition", stored: text, opens: GRANTS }),
    expiresAt: expiry,
  },
});
