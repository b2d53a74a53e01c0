import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Assignment } from "./entities.ts";
import { ID_PREFIXES } from "./values/id-prefixes.ts";

/**
 * The id of an assignment follows from what it grants to whom, so that the same assignment made twice, by a file and
 * by a call, is one row. `expiresAt` stays out: giving it another end changes the assignment that is there.
 */
export function assignmentId(assignment: Omit<Assignment, "id" | "expiresAt">): string {
  const { principal, role = null, permission = null, at = null, when = null } = assignment;
  const canonical = JSON.stringify([principal, role, permission, at, when]);
  const digest = bytesToHex(sha256(utf8ToBytes(canonical)));
  // Base 32 rather than hex: 24 characters then carry 120 bits, out of reach of made-up collisions.
  return ID_PREFIXES.assignment + BigInt(`0x${digest}`).toString(32).padStart(52, "0").slice(-24);
}
