import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import { type Insertable, sql } from "kysely";
import type { AuditEvent, CounterIncrement, StoredAuditEvent } from "../../audit/events.ts";
import { type AuditStore, COUNTER_BUCKET_MINUTES } from "../../audit/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine, InsertRows } from "../engine/engine.ts";
import { lookupKey, type Row } from "../statements/sql-value.ts";
import { AUDIT_EVENT } from "../tables/records.ts";
import type { Database } from "../tables/schema.ts";
import { isOneOf, repeatSweep } from "../tables/sweep.ts";
import { eraseChanges } from "./erase-changes.ts";
import { filteredValues } from "./filtered-values.ts";
import { type AuditEventRow, readAuditEvents } from "./read-audit-events.ts";

const HOUR = COUNTER_BUCKET_MINUTES.hour;
const COLUMNS = [...AUDIT_EVENT.columns, "error", "refusals"] as const;

/** Created once for each engine; the commit of a change set uses it too. */
export const createAuditInsert = ({ createInsert }: Engine): InsertRows =>
  createInsert({ table: "audit_events", columns: COLUMNS, numbers: ["at"] });

export function createAuditStore(engine: Engine, insertEvents: InsertRows): AuditStore {
  const { db } = engine;
  const createCount = (table: "counters" | "hourly_counters", key: readonly string[]) =>
    compileOnce<Row, unknown>([...key, "count"], (increment) =>
      db
        .insertInto(table)
        .values(increment as never)
        .onConflict((conflict) =>
          conflict
            .columns(key as never)
            .doUpdateSet({ count: sql`${sql.ref(`${table}.count`)} + excluded.count` } as never),
        ),
    );
  const count = createCount("counters", ["minute", "name", "label"]);
  const countHour = createCount("hourly_counters", ["name", "hour", "label"]);

  const insertOne = compileOnce<Row, unknown>(COLUMNS, (row) =>
    db.insertInto("audit_events").values(row as unknown as Insertable<Database["audit_events"]>),
  );

  return {
    async append(events, counters) {
      if (events.length === 0 && counters.length === 0) return;
      if (engine.writeBehind) {
        await engine.writeBehind([
          { sql: insertOne.sql, rows: events.map((event) => insertOne.parameters(auditRow(event))) },
          { sql: count.sql, rows: counters.map((increment) => count.parameters({ ...increment })) },
          { sql: countHour.sql, rows: perHour(counters).map((each) => countHour.parameters({ ...each })) },
        ]);
        return;
      }
      await engine.transactions.transact(async (trx) => {
        const deferred = trx.later();
        await insertEvents(deferred, events.map(auditRow));
        for (const increment of inOneOrder(counters, ({ minute }) => minute))
          await deferred.executeQuery(count.with({ ...increment }));
        for (const increment of perHour(counters))
          await deferred.executeQuery(countHour.with({ ...increment }));
      });
    },
    async list(filter, limit) {
      return (await readAuditEvents(db, filter, limit)).map(fromRow);
    },
    eraseChanges: (target) => eraseChanges(db, target),
    async counters(names, fromMinute, toMinute, bucket = "minute") {
      const named = [names].flat().map(lookupKey);
      if (bucket === "minute")
        return db
          .selectFrom("counters")
          .selectAll()
          .where("name", "in", named)
          .where("minute", ">=", fromMinute)
          .where("minute", "<=", toMinute)
          .orderBy("minute")
          .orderBy("name")
          .orderBy("label")
          .execute();
      const minutes = bucket === "total" ? HOUR : COUNTER_BUCKET_MINUTES[bucket];
      const begin = Math.floor(fromMinute / minutes) * (minutes / HOUR);
      const end = (Math.floor(toMinute / minutes) + 1) * (minutes / HOUR);
      const interval =
        bucket === "total" ? sql.lit(begin / (minutes / HOUR)) : sql`hour / ${sql.lit(minutes / HOUR)}`;
      const { rows } = await sql<CounterIncrement>`
        select interval * ${sql.lit(minutes)} as minute, name, label, cast(sum(count) as bigint) as count
        from (select cast(${interval} as bigint) as interval, name, label, count from hourly_counters
              where name in (${sql.join(named)}) and hour >= ${begin} and hour < ${end}) as counted
        group by interval, name, label order by minute, name, label`.execute(db);
      return rows;
    },
    sweep: (before, limit, mayGoOn) => repeatSweep(() => sweepOldest(before, limit), limit, mayGoOn),
  };

  async function sweepOldest(before: EpochMilliseconds, limit: number): Promise<number> {
    // Ids grow with time, so the oldest rows come first: checking those is enough, and no index on time is needed.
    const oldest = db.selectFrom("audit_events").select(["id", "at"]).orderBy("id").limit(limit).as("oldest");
    const { numDeletedRows } = await db
      .deleteFrom("audit_events")
      .where(isOneOf(engine, "id", db.selectFrom(oldest).select("oldest.id").where("oldest.at", "<", before)))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

export const auditRow = (event: AuditEvent): Row => ({
  ...AUDIT_EVENT.toRow(event),
  ...filteredValues(event),
});

const fromRow = (row: AuditEventRow): StoredAuditEvent => ({ id: row.id, ...AUDIT_EVENT.fromRow(row) });

/** Every node uses the same order: otherwise two nodes could lock the same rows crosswise and deadlock. */
const inOneOrder = <T extends { readonly name: string; readonly label: string }>(
  counters: Iterable<T>,
  timeOf: (counter: T) => number,
): readonly T[] =>
  [...counters].sort(
    (a, b) => timeOf(a) - timeOf(b) || compareText(a.name, b.name) || compareText(a.label, b.label),
  );

/** Hours are in one order as well, and after all minutes: several minutes add to one hour. */
function perHour(counters: readonly CounterIncrement[]): readonly Database["hourly_counters"][] {
  const hours = new Map<string, Database["hourly_counters"]>();
  for (const { minute, name, label, count } of counters) {
    const hour = Math.floor(minute / 60);
    const key = JSON.stringify([hour, name, label]);
    hours.set(key, { hour, name, label, count: count + (hours.get(key)?.count ?? 0) });
  }
  return inOneOrder(hours.values(), ({ hour }) => hour);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
