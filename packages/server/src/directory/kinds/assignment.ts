import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { expiry, field, optional, text, textOf } from "./field.ts";
import { defineKind } from "./kind.ts";
import { ordered, unordered } from "./listing.ts";
import { GRANTS, NAMES } from "./opening.ts";
import { condition, instanceKey, principalName, reference, roleName } from "./values.ts";

const ROLE_OR_PERMISSION: DescribedIssue = {
  message: "needs exactly one of role and permission",
  issue: { code: "exactly_one_of", members: ["role", "permission"] },
};

export const assignment = defineKind({
  table: "assignments",
  section: "assignments",
  area: {
    name: "assignments",
    about: "Who has which role or permission, where and until when",
    read: ["See who was given what", "查看授权"],
    write: ["Give and take roles and permissions", "授予和收回角色与权限"],
  },
  grants: true,
  locksOut: true,
  titles: { entry: "AssignmentInput" },
  entryNames: ({ principal, role, permission, at = "", when = "" }) => [
    `${principal} ${role === undefined ? `permission:${permission}` : `role:${role}`} ${at} ${when}`,
  ],
  findIssues: ({ role, permission }) =>
    (role === undefined) === (permission === undefined) ? [[[], ROLE_OR_PERMISSION]] : [],
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
      stored: textOf<PrincipalKey>(),
      schema: principalName,
      refersTo: { to: "principal" },
      belongsTo: { kinds: ["user", "group", "application", "access_account"], by: "principal_key" },
      opens: GRANTS,
    }),
    role: optional({ wire: "role", stored: text, schema: roleName, refersTo: { to: "role" }, opens: GRANTS }),
    permission: optional({
      wire: "permission",
      stored: text,
      schema: reference,
      refersTo: { to: "permission" },
      opens: GRANTS,
    }),
    at: optional({
      wire: "at",
      column: "instance",
      stored: textOf<InstanceKey>(),
      schema: instanceKey,
      refersTo: { to: "instance" },
      opens: GRANTS,
    }),
    when: optional({ wire: "when", column: "condition", stored: text, schema: condition, opens: GRANTS }),
    expiresAt: expiry,
  },
});
