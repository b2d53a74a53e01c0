import type { RevocationStore } from "../../oauth/stores.ts";
import { compileOnce } from "../compile-once.ts";
import type { Engine } from "../engine.ts";
import { lookupKey } from "../sql-value.ts";

export function createRevocationStore({ db, batches }: Pick<Engine, "db" | "batches">): RevocationStore {
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
  return {
    async revoke({ id, audience, expiresAt }) {
      const row = { id, expiresAt, announceTo: JSON.stringify(audience) };
      return (await db.executeQuery(revoke.with(row))).rows.length === 1;
    },
    async isRevoked(tokenId) {
      return (await isRevoked({ id: lookupKey(tokenId) })).length > 0;
    },
  };
}
