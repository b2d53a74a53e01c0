import type { SetupLinkStore } from "../../operations/stores.ts";
import type { Db } from "../engine/engine.ts";
import { lookupKey } from "../statements/sql-value.ts";

export function createSetupLinkStore(db: Db): SetupLinkStore {
  return {
    async issue({ tokenHash, expiresAt }) {
      await db
        .insertInto("setup_links")
        .values({ id: tokenHash, opened_by: null, expires_at: expiresAt })
        .execute();
    },
    // One statement: of many browsers exactly one opens the link.
    async open(tokenHash, browserHash, now) {
      const opened = await db
        .updateTable("setup_links")
        .set({ opened_by: browserHash })
        .where("id", "=", lookupKey(tokenHash))
        .where("opened_by", "is", null)
        .where("expires_at", ">", now)
        .returning("id")
        .execute();
      return opened.length === 1;
    },
    async isOpenedBy(browserHash, now) {
      const row = await db
        .selectFrom("setup_links")
        .select("id")
        .where("opened_by", "=", lookupKey(browserHash))
        .where("expires_at", ">", now)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
