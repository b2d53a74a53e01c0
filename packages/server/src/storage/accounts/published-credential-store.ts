import { sql } from "kysely";
import type { PublishedCredentialStore } from "../../accounts/stores.ts";
import type { Db } from "../engine.ts";
import { secretTable, userTable } from "../entities/account-tables.ts";
import type { EntitySchema } from "../schema.ts";

/** Both look at every row: they are asked at a start and by a command, never by a request that is served. */
export function createPublishedCredentialStore(db: Db): PublishedCredentialStore {
  return {
    async findSecrets(hashes) {
      if (hashes.length === 0) return [];
      const { rows } = await sql<EntitySchema["secrets"]>`
        select * from secrets where hash in (${sql.join(hashes)}) order by id`.execute(db);
      return rows.map(secretTable.fromRow);
    },
    async findUsers(mark) {
      // The salt stands behind a `$`. Spelled with `replace`, which both engines have, and which knows no wildcards.
      const { rows } = await sql<EntitySchema["users"]>`
        select * from users where replace(password_hash, ${`$${mark}`}, '') <> password_hash
        order by id`.execute(db);
      return rows.map(userTable.fromRow);
    },
  };
}
