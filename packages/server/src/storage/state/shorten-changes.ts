import type { ChangedMember, ChangedMembers } from "../../audit/events.ts";

export interface ShortenedChanges {
  readonly changes: ChangedMembers;
  /** Some values were too long for the event; `changes` has their lengths instead. */
  readonly truncated?: true;
}

/** The longest `changes` of one event, in bytes of JSON. A configuration of 30,000 entries has as many events. */
const MAX_BYTES = 16_384;

/** Replaces the longest values by their lengths until the event is short enough. Most events are, and stay as they are. */
export function shortenChanges(changes: ChangedMembers): ShortenedChanges {
  let bytes = sizeOf(changes);
  if (bytes <= MAX_BYTES) return { changes };
  const shortened: Record<string, ChangedMember> = { ...changes };
  for (const { name, side, length } of valuesOf(changes)) {
    if (bytes <= MAX_BYTES) break;
    const { [side]: _, ...others } = shortened[name] ?? {};
    shortened[name] = { ...others, [`${side}_length`]: length };
    bytes = sizeOf(shortened);
  }
  return { changes: shortened, truncated: true };
}

const SIDES = ["before", "after"] as const;

/** All values, the longest first. */
const valuesOf = (changes: ChangedMembers) =>
  Object.entries(changes)
    .flatMap(([name, member]) =>
      SIDES.filter((side) => member[side] !== undefined).map((side) => ({
        name,
        side,
        length: sizeOf(member[side]),
      })),
    )
    .toSorted((a, b) => b.length - a.length);

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
