import { sql } from "kysely";
import type { ClockMarkStore } from "../management/stores.ts";
import type { Db } from "./engine.ts";

const KEY = "clock_mark";

export function createClockMarkStore(db: Db): ClockMarkStore {
  const write = (time: number) => db.insertInto("meta").values({ key: KEY, value: String(Math.floor(time)) });
  return {
    async find() {
      const row = await db.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
      return row && Number(row.value);
    },
    async raise(time) {
      await write(time)
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ value: sql.ref<string>("excluded.value") })
            // Texts: as such, "9" would be later than "10".
            .where(sql<boolean>`cast(meta.value as bigint) < cast(excluded.value as bigint)`),
        )
        .execute();
    },
    async replace(time) {
      await write(time)
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({ value: sql.ref<string>("excluded.value") }),
        )
        .execute();
    },
  };
}
