import type { InstanceKey, PrincipalKey } from "@licet/engine/entities.ts";
import { expiry, field, optional, text, textOf } from "./field.ts";
import { defineKind } from "./kind.ts";
import { ordered, unordered } from "./listing.ts";

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
    id: field({ wire: false, column: "id", stored: text }),
    principal: field({ wire: "principal", column: "principal", stored: textOf<PrincipalKey>() }),
    role: optional({ wire: "role", column: "role", stored: text }),
    permission: optional({ wire: "permission", column: "permission", stored: text }),
    at: optional({ wire: "at", column: "instance", stored: textOf<InstanceKey>() }),
    when: optional({ wire: "when", column: "condition", stored: text }),
    expiresAt: expiry,
  },
});
