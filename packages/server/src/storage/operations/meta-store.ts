import { sql } from "kysely";
import type { ClockMarkStore } from "../../operations/stores.ts";
import type { Db } from "../engine/engine.ts";

/** Facts about this installation, such as a check value of its secret. */
export interface MetaStore {
  find(key: string): Promise<string | undefined>;
  /** Writes the value unless one exists, and returns the stored value: the first of several nodes decides. */
  setIfAbsent(key: string, value: string): Promise<string>;
  set(key: string, value: string): Promise<void>;
}

export function createMetaStore(db: Db): MetaStore {
  const find = async (key: string) =>
    (await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst())?.value;
  return {
    find,
    async setIfAbsent(key, value) {
      await db
        .insertInto("meta")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .execute();
      return (await find(key)) ?? value;
    },
    async set(key, value) {
      await db
        .insertInto("meta")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },
  };
}

const CLOCK_MARK = "clock_mark";

export function createClockMarkStore(db: Db): ClockMarkStore {
  const meta = createMetaStore(db);
  return {
    async find() {
      const value = await meta.find(CLOCK_MARK);
      return value === undefined ? undefined : Number(value);
    },
    async raise(time) {
      await db
        .insertInto("meta")
        .values({ key: CLOCK_MARK, value: String(Math.floor(time)) })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ value: sql.ref<string>("excluded.value") })
            // Texts: as such, "9" would be later than "10".
            .where(sql<boolean>`cast(meta.value as bigint) < cast(excluded.value as bigint)`),
        )
        .execute();
    },
    replace: (time) => meta.set(CLOCK_MARK, String(Math.floor(time))),
  };
}
