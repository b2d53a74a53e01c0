import { createPublicKey, type KeyObject, type webcrypto } from "node:crypto";
import { getOnce } from "./loads/get-once.ts";

/** The public keys of a subject by their `kid`, as it publishes them to resource servers. */
export type PublishedKeys = ReadonlyMap<string, KeyObject>;

export async function fetchPublishedKeys(url: string): Promise<PublishedKeys> {
  const { body } = await getOnce(url);
  const { keys } = JSON.parse(body) as { keys: (webcrypto.JsonWebKey & { kid: string })[] };
  return new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: "jwk" })]));
}
