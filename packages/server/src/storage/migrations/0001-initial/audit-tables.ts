import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** Audit events, and the counters for charts. */
export async function createAuditTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index } = createSchemaBuilder(db, dialect);

  await table("audit_events", (t) =>
    dialect
      .addIncrementingId(t)
      .addColumn("at", integer, (c) => c.notNull())
      .addColumn("type", text, (c) => c.notNull())
      .addColumn("actor", text, (c) => c.notNull())
      .addColumn("target", text)
      .addColumn("ip", text)
      .addColumn("request_id", text)
      .addColumn("data", text)
      // Copied from the data for filters. The values of changes are in the data, too, and no filter may read those.
      .addColumn("error", text)
      .addColumn("refusals", text),
  );
  await index("audit_events_actor", "audit_events (actor, id)");
  await index("audit_events_target", "audit_events (target, id) where target is not null");
  await index("audit_events_type", "audit_events (type, id)");
  await index("audit_events_at", "audit_events (at, id)");
  // Request ids have no order, so each would go to another page of a plain index. In blocks of consecutive events, all
  // new ids go to the end.
  await index(
    "audit_events_request_id",
    "audit_events ((id / 4096), request_id) where request_id is not null",
  );
  await index("audit_events_error", "audit_events (error, id) where error is not null");
  // Few events have refused scopes, and these are what an administrator looks for.
  await index("audit_events_refused", "audit_events (at, id) where refusals is not null");
  await index("audit_events_refusals", "audit_events (refusals, id) where refusals is not null");
  await table("counters", (t) =>
    t
      .addColumn("minute", integer, (c) => c.notNull())
      .addColumn("name", text, (c) => c.notNull())
      .addColumn("label", text, (c) => c.notNull())
      .addColumn("count", integer, (c) => c.notNull())
      .addPrimaryKeyConstraint("counters_pkey", ["minute", "name", "label"]),
  );

  // A month has a million rows by minute, so charts of a month read the hours.
  await table("hourly_counters", (t) =>
    t
      .addColumn("hour", integer, (c) => c.notNull())
      .addColumn("name", text, (c) => c.notNull())
      .addColumn("label", text, (c) => c.notNull())
      .addColumn("count", integer, (c) => c.notNull())
      .addPrimaryKeyConstraint("hourly_counters_pkey", ["name", "hour", "label"]),
  );
  await index("hourly_counters_hour", "hourly_counters (hour)");
}
