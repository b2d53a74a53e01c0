import { type Clock, isExpired } from "../core/time.ts";
import type { Delegation } from "./delegation.ts";
import type { DelegationStore } from "./stores.ts";

/** About ten megabytes of what people have just agreed to; above that the oldest are read again. */
const MAX_CODES = 10_000;

/**
 * A code comes back within seconds, as a rule to the node that issued it, which then need not read what it stands for.
 * Whether it is still good only the database says, when it is redeemed. What is remembered serves one presentation:
 * whoever comes with the code again meets its whole history.
 */
export function rememberCodes(store: DelegationStore, clock: Clock): DelegationStore {
  const issued = new Map<string, Delegation>();

  /** All codes live equally long, so the oldest expire first. */
  function forgetOld(): void {
    for (const [codeHash, { codeExpiresAt }] of issued) {
      if (issued.size < MAX_CODES && !isExpired(codeExpiresAt, clock.seconds())) return;
      issued.delete(codeHash);
    }
  }

  return {
    ...store,
    async insert(delegation, codeHash) {
      await store.insert(delegation, codeHash);
      forgetOld();
      issued.set(codeHash, delegation);
    },
    async findByCode(codeHash) {
      const delegation = issued.get(codeHash);
      if (!delegation) return store.findByCode(codeHash);
      issued.delete(codeHash);
      return { delegation };
    },
  };
}
