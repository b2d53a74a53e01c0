import { sql } from "kysely";
import type { LookAlikeStore } from "../../accounts/stores.ts";
import type { Db } from "../engine/engine.ts";
import { createMetaStore } from "../operations/meta-store.ts";
import { correctSignInNames } from "./correct-sign-in-names.ts";
import { hasLookAlike } from "./look-alike.ts";
import { SIGN_IN_MEMBERS } from "./sign-in-name-rows.ts";

const RESULT = "look_alike_users";

export function createLookAlikeStore(db: Db): LookAlikeStore {
  const meta = createMetaStore(db);
  const pairs = SIGN_IN_MEMBERS.flatMap((member) =>
    SIGN_IN_MEMBERS.map((otherMember) => hasLookAlike(member, otherMember)),
  );
  return {
    findResult: () => meta.find(RESULT),
    storeResult: (result) => meta.set(RESULT, result),
    async listIds(after, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from users where id > ${after} order by id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },
    correct: (after, last) => correctSignInNames(db as never, { after, last }),
    async search(after, last) {
      const { rows } = await sql<{ id: string }>`
        select own.id from users as own where own.id > ${after} and own.id <= ${last}
          and (${sql.join(pairs, sql` or `)}) order by own.id`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
