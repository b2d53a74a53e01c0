import { createHmac } from "node:crypto";
import type { HashName } from "./stores.ts";

/**
 * Licet stores the name of a deleted principal as this hash. Most names are easy to guess, so the hash is keyed, and a
 * reader of the database alone cannot test guesses.
 */
export function createHashName(key: Uint8Array): HashName {
  return ({ kind, name }) => createHmac("sha256", key).update(`${kind}\0${name}`).digest("base64url");
}
