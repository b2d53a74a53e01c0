import type { AuditEvent } from "../activity/audit-event.ts";
import { isEqual } from "../changes/list-differences.ts";

export type Members = Readonly<Record<string, unknown>>;

/** Why the audit log does not tell the members of a version. */
export type UnknownReason = "withheld" | "truncated" | "erased" | "gap";

/** The object as an event left it. Without members, the event deleted it, or `unknown` gives the reason. */
export interface Version {
  readonly event: AuditEvent;
  readonly members?: Members | undefined;
  readonly unknown?: UnknownReason | undefined;
}

/** What is known of the object at one moment. No members: it does not exist. */
type Known = { readonly members?: Members | undefined } | { readonly unknown: UnknownReason };

/**
 * The versions of an object, newest first: from what it is now, each event is undone. An event whose values are missing
 * or do not fit hides the versions before it; a creation or a deletion has all members, so it makes them known again.
 */
export function walkBack(present: Members | undefined, events: readonly AuditEvent[]): readonly Version[] {
  const versions: Version[] = [];
  let known: Known = { members: present };
  for (const event of events) {
    const after = event.type.endsWith(".created") ? complete(event, "after") : undefined;
    versions.push({ event, ...(after !== undefined && "unknown" in known ? { members: after } : known) });
    known = undo(known, event);
  }
  return versions;
}

function undo(known: Known, event: AuditEvent): Known {
  if (event.type.endsWith(".deleted")) {
    const members = complete(event, "before");
    return members ? { members } : { unknown: reasonOf(event) };
  }
  if (event.type.endsWith(".created")) return {};
  if ("unknown" in known) return known;
  const { changes = {}, changes_withheld: withheld, truncated } = event.data ?? {};
  if (withheld || truncated || !event.data?.changes) return { unknown: reasonOf(event) };
  const { members } = known;
  // A change that the audit log does not have lies between.
  if (members === undefined || !fits(members, changes)) return { unknown: "gap" };
  const undone = Object.entries(changes).filter(([, { changed }]) => changed !== true);
  const kept = Object.entries(members).filter(([name]) => !undone.some(([changed]) => changed === name));
  const restored = undone.filter(([, { before }]) => before !== undefined);
  return { members: Object.fromEntries([...kept, ...restored.map(([name, { before }]) => [name, before])]) };
}

type Changes = NonNullable<NonNullable<AuditEvent["data"]>["changes"]>;

const fits = (members: Members, changes: Changes): boolean =>
  Object.entries(changes).every(
    ([name, { after, changed }]) => changed === true || isEqual(members[name], after),
  );

/** All members of a created or deleted object, unless some are missing. */
function complete({ data }: AuditEvent, side: "before" | "after"): Members | undefined {
  if (!data?.changes || data.truncated) return undefined;
  const given = Object.entries(data.changes).filter(([, { changed }]) => changed !== true);
  return Object.fromEntries(given.map(([name, change]) => [name, change[side]]));
}

function reasonOf({ data }: AuditEvent): UnknownReason {
  if (data?.changes_withheld) return "withheld";
  if (data?.changes_erased) return "erased";
  return data?.truncated ? "truncated" : "gap";
}
