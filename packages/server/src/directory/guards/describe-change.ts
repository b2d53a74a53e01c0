import { type Change, entityId } from "../change.ts";

/** A refusal names so many changes or permissions, at most. */
export const MAX_SHOWN = 20;

/** The refused changes, for the audit log. */
export const describeChanges = (changes: readonly Change[]): readonly string[] =>
  changes.slice(0, MAX_SHOWN).map(describeChange);

/**
 * Describes a refused change by identifiers alone: `put role clerk`. The id of a refused assignment is never visible,
 * so it is described by its principal and its role or permission.
 */
function describeChange(change: Change): string {
  const { op, kind } = change;
  if (kind !== "assignment") return `${op} ${kind} ${entityId(change)}`;
  const { principal, role, permission, at } = change.value;
  const given = role === undefined ? `permission ${permission}` : `role ${role}`;
  return `${op} ${kind} of ${given} to ${principal}${at === undefined ? "" : ` at ${at}`}`;
}
