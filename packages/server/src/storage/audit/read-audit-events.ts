import { type RawBuilder, type Selectable, sql } from "kysely";
import type { AuditFilter } from "../../audit/stores.ts";
import { formatPrincipalKey } from "../../core/principal-key.ts";
import type { Db } from "../engine.ts";
import { prefixRange } from "../prefix-range.ts";
import type { Database } from "../schema.ts";
import { lookupKey } from "../sql-value.ts";

export type AuditEventRow = Selectable<Database["audit_events"]>;
type Sql = RawBuilder<unknown>;

/** The same size as in the index `audit_events_request_id`. */
const EVENTS_PER_BLOCK = sql.lit(4096);

/** Each filter has an index. The most selective filters come first. */
const MARKS = ["target", "actor", "type"] as const;

/** Up to this many events are read and checked against the other filters. */
const FEW = 5_000;

/** Lists events, newest first. */
export async function readAuditEvents(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<readonly AuditEventRow[]> {
  const { requestId, from, to } = filter;
  const marks = await findMarks(db, filter);
  // The type prefix matches no stored event.
  if (marks.some(({ values }) => values.length === 0)) return [];
  const isByTime = from !== undefined || to !== undefined;
  const leading = requestId === undefined ? await findLeading(db, marks, isByTime) : undefined;
  const conditions = marks.map((mark) => (mark === leading ? openly(mark) : opaquely(mark)));
  const isLed = requestId !== undefined || leading !== undefined;
  const place: Place = {
    at: isLed ? sql`(at + 0)` : sql`at`,
    id: leading?.isInOrder === false ? sql`(id + 0)` : sql`id`,
  };
  const all = sql.join(
    [...placeConditions(filter, isByTime, place), ...conditions, ...exceptions(filter)],
    sql` and `,
  );
  const query = requestId === undefined ? ofMarks(all) : ofRequest(lookupKey(requestId), all);
  const order = isByTime ? sql`${place.at} desc, ${place.id} desc` : sql`${place.id} desc`;
  const { rows } = await sql<AuditEventRow>`${query} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

interface Mark {
  readonly column: Sql;
  /** An event matches when it has one of these values. */
  readonly values: readonly string[];
  /** True when its index lists the events in the order of their ids. */
  readonly isInOrder: boolean;
}

const findMarks = (db: Db, filter: AuditFilter): Promise<readonly Mark[]> =>
  Promise.all(
    MARKS.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [findMark(db, name, lookupKey(value))];
    }),
  );

async function findMark(db: Db, name: (typeof MARKS)[number], value: string): Promise<Mark> {
  const column = sql.ref(name);
  const isFamily = name === "type" && value.endsWith(".");
  return { column, values: isFamily ? await typesOf(db, value) : [value], isInOrder: !isFamily };
}

/**
 * The types with this prefix. Jumps from one type to the next in the index: there are few types and many events of
 * each.
 */
async function typesOf(db: Db, prefix: string): Promise<readonly string[]> {
  const range = prefixRange(sql.ref("audit_events.type"), prefix);
  const { rows } = await sql<{ type: string }>`
    with recursive types (type) as (
      select min(audit_events.type) from audit_events where ${range}
      union all
      select (select min(audit_events.type) from audit_events where audit_events.type > types.type and ${range})
      from types where types.type is not null)
    select type from types where type is not null`.execute(db);
  return rows.map(({ type }) => type);
}

const openly = ({ column, values }: Mark): Sql => sql`${column} in (${sql.join([...values])})`;
/** A column joined to an empty text cannot use its index. */
const opaquely = ({ column, values }: Mark): Sql => sql`(${column} || '') in (${sql.join([...values])})`;

function exceptions({ exceptApplication }: AuditFilter): readonly Sql[] {
  if (exceptApplication === undefined) return [];
  const application = lookupKey(formatPrincipalKey("application", exceptApplication));
  const authorized = prefixRange(sql`(type || '')`, "authorization.");
  return [sql`actor <> ${application}`, sql`not (coalesce(target, '') = ${application} and ${authorized})`];
}

/** The columns that order a list. Opaque expressions of them leave it to another index to find the events. */
interface Place {
  readonly at: Sql;
  readonly id: Sql;
}

/** The bounds of the page, in the order of the list. */
function placeConditions(
  { from, to, after, before }: AuditFilter,
  isByTime: boolean,
  { at, id }: Place,
): readonly Sql[] {
  const behind = isByTime
    ? before && sql`(${at}, ${id}) < (${before.at}, ${before.id})`
    : sql`${id} < ${before?.id ?? Number.MAX_SAFE_INTEGER}`;
  return [
    behind,
    from !== undefined && sql`${at} >= ${from}`,
    to !== undefined && sql`${at} <= ${to}`,
    after !== undefined && sql`${id} > ${after}`,
  ].filter((condition) => typeof condition === "object");
}

/**
 * The filter whose index is used: the first that matches few events, otherwise one whose index is in order. Undefined
 * when there is none: the list is then read in its order, where frequent values appear soon.
 */
async function findLeading(db: Db, marks: readonly Mark[], isByTime: boolean): Promise<Mark | undefined> {
  const [first] = marks;
  if (marks.length === 1 && first?.isInOrder && !isByTime) return first;
  for (const mark of marks) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select id from audit_events where ${openly(mark)} limit ${FEW + 1}) as counted`.execute(db);
    if ((rows[0]?.count ?? 0) <= FEW) return mark;
  }
  return isByTime ? undefined : marks.find(({ isInOrder }) => isInOrder);
}

const ofMarks = (conditions: Sql) => sql`select * from audit_events where ${conditions}`;

/**
 * The index lists request ids by block, so the query checks each block: two thousand of them for ten million events.
 */
const ofRequest = (requestId: string, conditions: Sql) => sql`
  with recursive blocks (block) as (
    select max(id) / ${EVENTS_PER_BLOCK} from audit_events
    union all
    select block - 1 from blocks where block > (select min(id) from audit_events) / ${EVENTS_PER_BLOCK})
  select audit_events.* from blocks cross join audit_events
  where id / ${EVENTS_PER_BLOCK} = block and request_id = ${requestId} and ${conditions}`;
