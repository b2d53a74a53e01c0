import type { AuditEvent } from "../../audit/events.ts";

const SEPARATOR = ",";

/** Codes and reasons are names of Licet. Anything else is not one, and no filter finds it. */
const isCode = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_]{1,64}$/.test(value);

/**
 * What the filters by error and by reason compare: the members of the event itself, never those of a changed object.
 * There are few reasons, and so few combinations of them.
 */
export function filteredValues({ data = {} }: AuditEvent) {
  const { error, refused } = data;
  if (error === undefined && refused === undefined) return NOTHING_FILTERED;
  const reasons = typeof refused === "object" && refused !== null ? Object.values(refused) : [];
  const known = [...new Set(reasons.filter(isCode))].sort();
  return {
    error: isCode(error) ? error : null,
    refusals: known.length === 0 ? null : SEPARATOR + known.join(SEPARATOR) + SEPARATOR,
  };
}

/** Most events have neither, and a bulk write has a million of them. */
const NOTHING_FILTERED = { error: null, refusals: null } as const;

/** Whether `refusals` of an event contains this reason. */
export const hasReason = (refusals: string, reason: string): boolean =>
  refusals.includes(SEPARATOR + reason + SEPARATOR);
