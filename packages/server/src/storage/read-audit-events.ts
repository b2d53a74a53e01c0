import { type RawBuilder, type Selectable, sql } from "kysely";
import type { AuditFilter } from "../audit/stores.ts";
import type { Db } from "./engine.ts";
import type { Database } from "./schema.ts";
import { lookupKey } from "./sql-value.ts";

export type AuditEventRow = Selectable<Database["audit_events"]>;

/** As in the index `audit_events_request_id`. */
const EVENTS_PER_BLOCK = sql.lit(4096);

/** Each has an index. Those that say most about an event come first. */
const MARKS = ["target", "actor", "type"] as const;

/** Up to so many events are looked through for the other marks. */
const FEW = 5_000;

/** Newest first. */
export async function readAuditEvents(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<readonly AuditEventRow[]> {
  const { requestId, before = Number.MAX_SAFE_INTEGER } = filter;
  const marks = MARKS.flatMap((mark) => {
    const value = filter[mark];
    return value === undefined ? [] : [{ column: sql.ref(mark), value: lookupKey(value) }];
  });
  const leading = requestId === undefined ? await findRarest(db, marks) : undefined;
  const conditions = marks.map((mark) =>
    // Joined to an empty text, a column is out of reach of its index.
    mark === leading ? equals(mark) : sql`(${mark.column} || '') = ${mark.value}`,
  );
  const all = sql.join([sql`id < ${before}`, ...conditions], sql` and `);
  const query = requestId === undefined ? ofMarks(all) : ofRequest(lookupKey(requestId), all);
  const { rows } = await sql<AuditEventRow>`${query} order by id desc limit ${limit}`.execute(db);
  return rows;
}

interface Mark {
  readonly column: RawBuilder<unknown>;
  readonly value: string;
}

const equals = ({ column, value }: Mark) => sql`${column} = ${value}`;

/** The first mark that few events have, or else the first. */
async function findRarest(db: Db, marks: readonly Mark[]): Promise<Mark | undefined> {
  if (marks.length > 1) {
    for (const mark of marks) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select id from audit_events where ${equals(mark)} limit ${FEW + 1}) as counted`.execute(db);
      if ((rows[0]?.count ?? 0) <= FEW) return mark;
    }
  }
  return marks[0];
}

const ofMarks = (conditions: RawBuilder<unknown>) => sql`select * from audit_events where ${conditions}`;

/** The index has the request ids block by block, so each block is asked: two thousand of them for ten million events. */
const ofRequest = (requestId: string, conditions: RawBuilder<unknown>) => sql`
  with recursive blocks (block) as (
    select max(id) / ${EVENTS_PER_BLOCK} from audit_events
    union all
    select block - 1 from blocks where block > (select min(id) from audit_events) / ${EVENTS_PER_BLOCK})
  select audit_events.* from blocks cross join audit_events
  where id / ${EVENTS_PER_BLOCK} = block and request_id = ${requestId} and ${conditions}`;
