import { sql } from "kysely";
import type { PublishedCredentialStore } from "../../accounts/stores.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import type { Db } from "../engine/engine.ts";
import type { EntitySchema } from "../tables/schema.ts";

/** Both queries read every row: they run at a start and in a command, never during a request. */
export function createPublishedCredentialStore(db: Db): PublishedCredentialStore {
  return {
    async findSecrets(hashes) {
      if (hashes.length === 0) return [];
      const { rows } = await sql<EntitySchema["secrets"]>`
        select * from secrets where hash in (${sql.join(hashes)}) order by id`.execute(db);
      return rows.map(KINDS.secret.fromRow);
    },
    async findUsers(mark) {
      // The salt follows a `$`. Uses `replace`, which both engines have and which has no wildcards.
      const { rows } = await sql<EntitySchema["users"]>`
        select * from users where replace(password_hash, ${`$${mark}`}, '') <> password_hash
        order by id`.execute(db);
      return rows.map(KINDS.user.fromRow);
    },
  };
}
