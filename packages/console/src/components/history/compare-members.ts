import { type Changes, isEqual } from "../changes/list-differences.ts";
import type { Members } from "./walk-back.ts";

/** Members that Licet sets; they are no part of a version. */
const DERIVED: ReadonlySet<string> = new Set(["id", "version", "created_at", "updated_at", "has_logo"]);

/** What restoring a version would change, in the form of an event. */
export function compareMembers(present: Members | undefined, wanted: Members): Changes {
  const names = new Set([...Object.keys(present ?? {}), ...Object.keys(wanted)]);
  const differing = [...names].filter(
    (name) => !DERIVED.has(name) && !isEqual(present?.[name], wanted[name]),
  );
  return Object.fromEntries(
    differing.map((name) => [
      name,
      {
        ...(present?.[name] !== undefined && { before: present[name] }),
        ...(wanted[name] !== undefined && { after: wanted[name] }),
      },
    ]),
  );
}

/** The body that writes a version: its members without those that Licet sets. */
export const bodyFrom = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !DERIVED.has(name)));
