import { sql } from "kysely";
import type { PasswordResetStore } from "../../accounts/stores.ts";
import type { Db } from "../engine.ts";
import { lookupKey } from "../sql-value.ts";

export function createPasswordResetStore(db: Db): PasswordResetStore {
  return {
    async issue({ tokenHash, userId, passwordStamp, issuer, expiresAt }) {
      await db
        .insertInto("password_resets")
        .values({
          id: tokenHash,
          user_id: userId,
          password_stamp: passwordStamp,
          issuer: JSON.stringify(issuer),
          expires_at: expiresAt,
        })
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
      if (!row) return undefined;
      return {
        tokenHash: row.id,
        userId: row.user_id,
        passwordStamp: row.password_stamp,
        issuer: JSON.parse(row.issuer),
        expiresAt: row.expires_at,
      };
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
