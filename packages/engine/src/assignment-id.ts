import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Assignment } from "./entities.ts";
import { ID_PREFIXES } from "./values/id-prefixes.ts";

type Granted = Omit<Assignment, "id" | "expiresAt">;

/**
 * The id of an assignment follows from what it grants to whom, so that the same assignment made twice, by a file and
 * by a call, is one row. `expiresAt` stays out: giving it another end changes the assignment that is there.
 */
export const assignmentId = (assignment: Granted): string =>
  assignmentIdFrom(sha256(utf8ToBytes(canonicalAssignment(assignment))));

/** The text whose SHA-256 digest gives the id. A server has a faster digest than this package can have. */
export const canonicalAssignment = ({ principal, role, permission, at, when }: Granted): string =>
  // A missing member is `null` in a list.
  JSON.stringify([principal, role, permission, at, when]);

/** Base 32 rather than hex: 24 characters then carry 120 bits, out of reach of made-up collisions. */
export function assignmentIdFrom(digest: Uint8Array): string {
  let id: string = ID_PREFIXES.assignment;
  let bits = 0;
  let count = 0;
  // The last 15 bytes, 10 bits at a time.
  for (let index = digest.length - 15; index < digest.length; index += 1) {
    bits = ((bits << 8) | (digest[index] ?? 0)) & 0x3ffff;
    count += 8;
    if (count < 10) continue;
    count -= 10;
    id += DIGIT_PAIRS[(bits >> count) & 0x3ff];
  }
  return id;
}

const DIGIT_PAIRS = Array.from({ length: 1_024 }, (_, bits) => bits.toString(32).padStart(2, "0"));
