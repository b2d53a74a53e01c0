import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import type { RootKeyStore, StoredRootKey } from "../../tokens/stores.ts";
import { auditRow } from "../audit/audit-store.ts";
import { NothingToWrite, unlessNothing } from "../changes/commit-logged.ts";
import type { Db, Engine, InsertRows, Trx } from "../engine/engine.ts";
import { ROOT_KEY } from "../tables/records.ts";
import { keyEvent } from "./key-event.ts";

export function createRootKeyStore({ db }: Engine, clock: Clock, insertEvents: InsertRows): RootKeyStore {
  return {
    list: () => readRootKeys(db),

    establish: (rootKey) =>
      orNothing(db, async (trx) => {
        // Other nodes that write a root key or a signing key at the same time wait for this lock.
        await lockRevision(trx);
        if ((await readRootKeys(trx)).length > 0) throw new NothingToWrite();
        const signingKeys = await trx.selectFrom("signing_keys").select("kid").limit(1).execute();
        if (signingKeys.length > 0) throw new NothingToWrite();
        await trx.insertInto("root_keys").values(ROOT_KEY.toRow(rootKey)).execute();
        return true;
      }),

    rewrap: (before, after, by) =>
      orNothing(db, async (trx) => {
        await lockRevision(trx);
        if (!isDeepStrictEqual(await readRootKeys(trx), before)) throw new NothingToWrite();
        await trx.deleteFrom("root_keys").execute();
        await trx.insertInto("root_keys").values(after.map(ROOT_KEY.toRow)).execute();
        const event = keyEvent(clock.milliseconds(), by, {
          type: "key.rewrapped",
          data: {
            root_keys: after.map(({ name }) => name),
            secret_id: after[0]?.sealedUnder,
            previous_secret_ids: [...new Set(before.map(({ sealedUnder }) => sealedUnder))],
          },
        });
        await insertEvents(trx, [auditRow(event)]);
        return true;
      }),
  };
}

/** Takes the lock that orders commits, without a new revision: cached data stays valid. */
async function lockRevision(trx: Trx): Promise<void> {
  await trx.updateTable("revision").set({ value: sql<number>`value` }).execute();
}

export async function readRootKeys(db: Db): Promise<readonly StoredRootKey[]> {
  const rows = await db.selectFrom("root_keys").selectAll().orderBy("name").execute();
  return rows.map(ROOT_KEY.fromRow);
}

/** Returns false and writes nothing when the work has nothing to do. */
const orNothing = async (db: Db, work: (trx: Trx) => Promise<true>): Promise<boolean> =>
  (await unlessNothing(db.transaction().execute(work))) ?? false;
