import { randomBytes } from "node:crypto";
import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";

const ALPHABET = "0123456789abcdefghijkmnpqrstvwxyz"; // no l, o, u: nothing to misread

/** `length` characters of the id alphabet, each drawn uniformly. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 231 = 7 × 33: bytes above would favour the first letters.
      if (byte < 231 && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/** 24 characters of 33 letters: 121 bits, so that an id is never worth guessing. */
export const generateId = (kind: keyof typeof ID_PREFIXES): string => ID_PREFIXES[kind] + randomText(24);
