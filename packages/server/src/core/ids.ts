import { randomBytes } from "node:crypto";

/**
 * The prefix of an identifier names its kind. The prefixes keep the subject identifiers of users, applications and
 * access accounts apart (RFC 9700 §4.15): a client_id can never be read as a user's `sub`.
 */
export const ID_PREFIXES = {
  application: "app_",
  accessAccount: "ak_",
  user: "usr_",
  secret: "sec_",
  assignment: "asg_",
  session: "ses_",
  delegation: "dlg_",
} as const;

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
