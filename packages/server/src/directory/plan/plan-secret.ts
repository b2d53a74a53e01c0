import { isExpired } from "@licet/engine/internal/values/time.ts";
import { generateSecret, secretHint } from "../../accounts/secret.ts";
import { generateId } from "../../core/values/ids.ts";
import type { EntryPath } from "./entries-error.ts";
import { published } from "./issues.ts";
import { type Planning, put, type RelatedChanges } from "./planning.ts";

const NOTHING: RelatedChanges = { changes: [], fields: [] };

/**
 * The file adds its secret to the valid ones. The others stay valid, so a client can switch without an outage. A secret
 * is generated only when the client needs its first one: when an administrator deleted all secrets of a client, a file
 * must not give it another.
 */
export async function planSecret(
  planning: Planning,
  owner: string,
  key: "client_secret" | "secret_key",
  given: string | undefined,
  path: EntryPath,
  { isFirst }: { readonly isFirst: boolean },
): Promise<RelatedChanges> {
  const { draft } = planning.dependencies;
  // A draft gives the same answer for every secret, so a caller cannot test whether a guessed secret is right.
  if (draft && given !== undefined) return addSecret(planning, owner, key, given);
  const stored = await planning.stored.listSecrets(owner);
  if (given === undefined && !isFirst) return NOTHING;
  if (given === undefined) {
    if (stored.length > 0 && draft?.mayCompare("secret") !== false) return NOTHING;
    const secret = generateSecret();
    planning.reveal({ owner, key, secret });
    return addSecret(planning, owner, key, secret);
  }
  if (planning.dependencies.isRefusedCredential(given)) {
    planning.report([...path, key], published("secret"));
    return NOTHING;
  }
  const hash = planning.dependencies.hashSecret(given);
  const same = stored.filter((secret) => secret.hash === hash);
  if (same.length === 0) return addSecret(planning, owner, key, given);
  if (same.every((secret) => isExpired(secret.expiresAt, planning.now))) {
    // An administrator ended this secret, perhaps because it leaked. An old file must not restore it.
    planning.warn([...path, key], "has expired and stays so; give a new one");
  }
  return NOTHING;
}

function addSecret(planning: Planning, owner: string, key: string, secret: string): RelatedChanges {
  const value = {
    id: generateId("secret"),
    owner,
    hash: planning.dependencies.hashSecret(secret),
    hint: secretHint(secret),
    createdAt: planning.now,
  };
  return { changes: [put("secret", value)], fields: [key] };
}
