import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { RevocationStore } from "../../oauth/stores.ts";
import { commitLogged } from "../changes/commit-logged.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine } from "../engine/engine.ts";
import { revisionFrom } from "../statements/joined-row.ts";
import { lookupKey } from "../statements/sql-value.ts";

export function createRevocationStore(engine: Engine, clock: Clock): RevocationStore {
  const { db, batches } = engine;
  const revoke = compileOnce<{ id: string; expiresAt: number; announceTo: string }, { id: string }>(
    ["id", "expiresAt", "announceTo"],
    ({ id, expiresAt, announceTo }) =>
      db
        .insertInto("revoked_tokens")
        .values({ id, expires_at: expiresAt, announce_to: announceTo })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id"),
  );
  const isRevoked = batches.read<{ id: string }, { id: string }>({ id: "text" }, ({ id }) =>
    db.selectFrom("revoked_tokens").select("id").where("id", "=", id),
  );
  const isRevokedNow = compileOnce<{ id: string }, { current_revision: number; revoked: string | null }>(
    ["id"],
    ({ id }) =>
      db
        .selectFrom("revision")
        .leftJoin("revoked_tokens", (join) => join.on("revoked_tokens.id", "=", id))
        .select(["revision.value as current_revision", "revoked_tokens.id as revoked"]),
  );
  return {
    async revoke({ id, audience, expiresAt, isRemembered }) {
      const statement = revoke.with({ id, expiresAt, announceTo: JSON.stringify(audience) });
      if (!isRemembered) return (await db.executeQuery(statement)).rows.length === 1;
      // A caller that repeats itself must not keep commits waiting for the lock that they share.
      if ((await isRevoked({ id: lookupKey(id) })).length > 0) return false;
      return commitLogged(engine, { clock, actor: "tokens" }, async (trx) => {
        const { rows } = await trx.executeQuery(statement);
        return rows.map(() => ({ op: "put", kind: "revoked_token", id, topic: `token:${id}` }));
      });
    },
    async isRevoked(tokenId) {
      return (await isRevoked({ id: lookupKey(tokenId) })).length > 0;
    },
    async readRevoked(tokenId) {
      const { rows } = await db.executeQuery(isRevokedNow.with({ id: lookupKey(tokenId) }));
      return { revision: revisionFrom(rows), value: rows.some(({ revoked }) => revoked !== null) };
    },
  };
}
