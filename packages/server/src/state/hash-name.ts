import { createHmac } from "node:crypto";
import type { HashName } from "./stores.ts";

/**
 * How the name of a deleted principal is kept. The hash is keyed, since most names are easily guessed: whoever reads
 * the database alone learns none of them.
 */
export function createHashName(key: Uint8Array): HashName {
  return ({ kind, name }) => createHmac("sha256", key).update(`${kind}\0${name}`).digest("base64url");
}
