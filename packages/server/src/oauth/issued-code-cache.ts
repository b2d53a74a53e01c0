import { type Clock, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Delegation } from "./delegation.ts";
import type { DelegationStore } from "./stores.ts";

/** About ten megabytes of new delegations; above that the oldest are read from the database. */
const MAX_CODES = 10_000;

/** Delegations, and beside them the codes that this node has just issued. */
export interface CodeStore extends DelegationStore {
  /**
   * The delegation that this node issued the code for, from memory, at the first presentation only; undefined for all
   * other codes. Later changes are unknown here: `findByCode` reads them, and `redeem` decides.
   */
  takeIssued(codeHash: string): Delegation | undefined;
}

/**
 * A code comes back within seconds, as a rule to the node that issued it, which then need not read what it stands for.
 * Whether it is still good only the database says, when it is redeemed. A second presentation meets the code's whole
 * history.
 */
export function withIssuedCodeCache(store: DelegationStore, clock: Clock): CodeStore {
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
    takeIssued(codeHash) {
      const delegation = issued.get(codeHash);
      issued.delete(codeHash);
      return delegation;
    },
  };
}
