import { systemClock } from "@licet/engine/internal/values/time.ts";
import { createSecretHasher, type SecretHasher } from "../../../packages/server/src/accounts/secret.ts";
import type { Storage } from "../../../packages/server/src/storage/open-storage.ts";
import { openRootKeys } from "../../../packages/server/src/tokens/keys/root-keys.ts";
import { LICET_SECRET } from "../subject.ts";

/** Hashes secrets as the server does that is started on this database later. */
export async function openSecretHasher({ rootKeys }: Storage): Promise<SecretHasher> {
  const { deriveKey } = await openRootKeys({
    store: rootKeys,
    secrets: { values: [LICET_SECRET] },
    clock: systemClock,
  });
  return createSecretHasher(deriveKey("client secrets"));
}
