import { generateSecret, secretHint } from "../../accounts/secret.ts";
import { generateId } from "../../core/ids.ts";
import { isExpired } from "../../core/time.ts";
import type { FilePath } from "../file/configuration-file-error.ts";
import { published } from "./issues.ts";
import { type Belongings, type Planning, put } from "./planning.ts";

const NOTHING: Belongings = { changes: [], fields: [] };

/** A secret given in the file becomes one of the live ones; others stay, so that a client can change over in peace. */
export async function planSecret(
  planning: Planning,
  owner: string,
  key: "client_secret" | "secret_key",
  given: string | undefined,
  path: FilePath,
): Promise<Belongings> {
  const { draft } = planning.dependencies;
  // A draft says the same of every secret that it is given: whoever tries one must not learn that it is the right one.
  if (draft && given !== undefined) return addSecret(planning, owner, key, given);
  const stored = await planning.stored.secretsOf(owner);
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
    // Somebody ended this secret, perhaps because it leaked. An old file must not bring it back to life.
    planning.warn([...path, key], "has expired and stays so; give a new one");
  }
  return NOTHING;
}

function addSecret(planning: Planning, owner: string, key: string, secret: string): Belongings {
  const value = {
    id: generateId("secret"),
    owner,
    hash: planning.dependencies.hashSecret(secret),
    hint: secretHint(secret),
    createdAt: planning.now,
  };
  return { changes: [put("secret", value)], fields: [key] };
}
