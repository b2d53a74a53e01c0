import { type Insertable, sql } from "kysely";
import type { AuditEvent, CounterIncrement, StoredAuditEvent } from "../audit/events.ts";
import type { AuditStore } from "../audit/stores.ts";
import { compileOnce } from "./compile-once.ts";
import type { Engine, InsertRows } from "./engine.ts";
import { optional, readOptionalJson, writeOptionalJson } from "./entities/entity-table.ts";
import { type AuditEventRow, readAuditEvents } from "./read-audit-events.ts";
import type { Database } from "./schema.ts";
import type { Row } from "./sql-value.ts";

const COLUMNS = ["at", "type", "actor", "target", "ip", "request_id", "data"] as const;

/** Made once for each engine, and used by the commit of a change set too. */
export function createAuditInsert({ db, createInsert }: Engine): InsertRows {
  return createInsert(COLUMNS, (rows) =>
    db.insertInto("audit_events").values(rows as unknown as Insertable<Database["audit_events"]>[]),
  );
}

export function createAuditStore(engine: Engine, insertEvents: InsertRows): AuditStore {
  const { db } = engine;
  const count = compileOnce<Database["counters"] & Row, unknown>(
    ["minute", "name", "label", "count"],
    (increment) =>
      db
        .insertInto("counters")
        .values(increment)
        .onConflict((conflict) =>
          conflict
            .columns(["minute", "name", "label"])
            .doUpdateSet({ count: sql<number>`counters.count + excluded.count` }),
        ),
  );

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
        ]);
        return;
      }
      await db.transaction().execute(async (trx) => {
        await insertEvents(trx, events.map(auditRow));
        for (const increment of inOneOrder(counters)) await trx.executeQuery(count.with({ ...increment }));
      });
    },
    async list(filter, limit) {
      return (await readAuditEvents(db, filter, limit)).map(fromRow);
    },
    counters: (name, fromMinute, toMinute) =>
      db
        .selectFrom("counters")
        .selectAll()
        .where("name", "=", name)
        .where("minute", ">=", fromMinute)
        .where("minute", "<=", toMinute)
        .orderBy("minute")
        .orderBy("label")
        .execute(),
    async sweep(before, limit) {
      // Ids grow with time, so the oldest come first: looking at those is enough, and no index on time is needed.
      const oldest = db
        .selectFrom("audit_events")
        .select(["id", "at"])
        .orderBy("id")
        .limit(limit)
        .as("oldest");
      const { numDeletedRows } = await db
        .deleteFrom("audit_events")
        .where("id", "in", db.selectFrom(oldest).select("oldest.id").where("oldest.at", "<", before))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

export const auditRow = (event: AuditEvent): Row => ({
  at: event.at,
  type: event.type,
  actor: storable(event.actor),
  target: event.target === undefined ? null : storable(event.target),
  ip: event.ip === undefined ? null : storable(event.ip),
  request_id: event.requestId === undefined ? null : storable(event.requestId),
  data: writeOptionalJson(event.data),
});

const LONGEST_TEXT = 512;

/**
 * Names in events come from callers. What PostgreSQL cannot store (a NUL, a key too long for its index) would fail the
 * whole batch again and again, and so silence the trail.
 */
function storable(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  return short.includes("\0") ? short.replaceAll("\0", "\u{FFFD}") : short;
}

const fromRow = (row: AuditEventRow): StoredAuditEvent => ({
  id: row.id,
  at: row.at,
  type: row.type,
  actor: row.actor,
  ...optional("target", row.target),
  ...optional("ip", row.ip),
  ...optional("requestId", row.request_id),
  ...optional("data", readOptionalJson<Record<string, unknown>>(row.data)),
});

/** In one order on every node: rows locked crosswise would be a deadlock. */
const inOneOrder = (counters: readonly CounterIncrement[]): readonly CounterIncrement[] =>
  counters.toSorted(
    (a, b) => a.minute - b.minute || compareText(a.name, b.name) || compareText(a.label, b.label),
  );

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
