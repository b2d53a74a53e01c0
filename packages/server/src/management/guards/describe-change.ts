import { type Change, entityId } from "../../state/change.ts";

/**
 * Describes a refused change by identifiers alone: `put role clerk`. The id of a refused assignment is never visible,
 * so it is described by its principal and its role or permission.
 */
export function describeChange(change: Change): string {
  const { op, kind } = change;
  if (kind !== "assignment") return `${op} ${kind} ${entityId(change)}`;
  const { principal, role, permission, at } = change.value;
  const given = role === undefined ? `permission ${permission}` : `role ${role}`;
  return `${op} ${kind} of ${given} to ${principal}${at === undefined ? "" : ` at ${at}`}`;
}
