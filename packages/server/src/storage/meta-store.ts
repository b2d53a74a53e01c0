import type { Db } from "./engine.ts";

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
