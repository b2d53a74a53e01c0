import { UnavailableError } from "../../../packages/server/src/core/errors/errors.ts";
import type { Services } from "../../../packages/server/src/services.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";

/** A store of delegations that spends in one statement and writes the effect in another, without a transaction. */
export const tearRedemption =
  (databaseUrl: string) =>
  (services: Services): Services => {
    const { delegations } = services.storage;
    const redeem: typeof delegations.redeem = async (codeHash, { refresh, ...redemption }) => {
      const redeemed = await delegations.redeem(codeHash, { ...redemption, refresh: undefined });
      if (redeemed && refresh)
        await runSql(
          databaseUrl,
          `update delegations set refresh_hash = '${refresh.currentHash}', idle_expires_at = ${refresh.idleExpiresAt},
            absolute_expires_at = ${refresh.absoluteExpiresAt} where code_hash = '${codeHash}'`,
        ).catch((cause) => {
          throw new UnavailableError("the second statement failed", { cause });
        });
      return redeemed;
    };
    return { ...services, storage: { ...services.storage, delegations: { ...delegations, redeem } } };
  };
