import { sql } from "kysely";
import type { PasswordResetStore } from "../../accounts/stores.ts";
import type { Db } from "../engine/engine.ts";
import { lookupKey } from "../statements/sql-value.ts";
import { PASSWORD_RESET } from "../tables/records.ts";

export function createPasswordResetStore(db: Db): PasswordResetStore {
  return {
    async issue({ tokenHash, ...reset }) {
      await db
        .insertInto("password_resets")
        .values({ id: tokenHash, ...PASSWORD_RESET.toRow(reset) })
        .onConflict((conflict) =>
          conflict.column("user_id").doUpdateSet({
            id: sql.ref<string>("excluded.id"),
            password_stamp: sql.ref<string>("excluded.password_stamp"),
            issuer: sql.ref<string>("excluded.issuer"),
            expires_at: sql.ref<number>("excluded.expires_at"),
          }),
        )
        .execute();
    },
    async find(tokenHash) {
      const row = await db
        .selectFrom("password_resets")
        .selectAll()
        .where("id", "=", lookupKey(tokenHash))
        .executeTakeFirst();
      return row && { tokenHash: row.id, ...PASSWORD_RESET.fromRow(row) };
    },
    // One statement deletes a spent link: exactly one of many requests deletes the row.
    async spend(tokenHash, now) {
      const spent = await db
        .deleteFrom("password_resets")
        .where("id", "=", lookupKey(tokenHash))
        .where("expires_at", ">", now)
        .returning("id")
        .execute();
      return spent.length === 1;
    },
  };
}
