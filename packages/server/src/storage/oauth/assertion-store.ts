import { createHash } from "node:crypto";
import type { AssertionStore } from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db } from "../engine/engine.ts";

export function createAssertionStore(db: Db): AssertionStore {
  const spend = compileOnce<{ id: string; expiresAt: number }, { id: string }>(
    ["id", "expiresAt"],
    ({ id, expiresAt }) =>
      db
        .insertInto("client_assertions")
        .values({ id, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id"),
  );
  return {
    // One statement: exactly one of many callers gets the row.
    async spend(clientId, jti, expiresAt) {
      const { rows } = await db.executeQuery(spend.with({ id: assertionKey(clientId, jti), expiresAt }));
      return rows.length === 1;
    },
  };
}

/** The client chooses its `jti`, of any length and with any character; a hash fits every index. */
const assertionKey = (clientId: string, jti: string): string =>
  createHash("sha256")
    .update(JSON.stringify([clientId, jti]))
    .digest("base64url");
