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
  if (areFewTexts(changes)) return { changes };
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

/** A member's name, its braces and quotes have fewer bytes. */
const BYTES_PER_MEMBER = 80;
/** A character of a text has at most six bytes in JSON: `\u0001`. */
const BYTES_PER_CHARACTER = 6;

/** True for almost every change of a bulk write. It saves writing the JSON of each twice. */
function areFewTexts(changes: ChangedMembers): boolean {
  let bytes = 0;
  for (const name in changes) {
    const { before = "", after = "" } = changes[name] ?? {};
    if (typeof before !== "string" || typeof after !== "string") return false;
    bytes += BYTES_PER_MEMBER + (before.length + after.length) * BYTES_PER_CHARACTER;
  }
  return bytes <= MAX_BYTES;
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
