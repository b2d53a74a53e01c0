import { deriveKey } from "../../core/values/derive-key.ts";

/**
 * Names a value of LICET_SECRET without telling it: derived like a key, and short. Stored beside what is sealed, so
 * that a node knows which of its values opens it, and an operator which one is missing.
 */
export const secretId = (secret: string): string =>
  deriveKey(secret, "secret id").toString("hex").slice(0, 12);
