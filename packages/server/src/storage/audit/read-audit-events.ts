import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { ANY_REASON, type AuditFilter } from "../../audit/stores.ts";
import type { Db } from "../engine/engine.ts";
import { prefixRange } from "../statements/prefix-range.ts";
import { lookupKey } from "../statements/sql-value.ts";
import type { Database } from "../tables/schema.ts";
import { hasReason } from "./filtered-values.ts";

export type AuditEventRow = Selectable<Database["audit_events"]>;
type Sql = RawBuilder<unknown>;

/** The same size as in the index `audit_events_request_id`. */
const EVENTS_PER_BLOCK = sql.lit(4096);

/** Each filter has an index. The most selective filters come first. */
const FILTERED_COLUMNS = ["target", "actor", "error", "refused", "type"] as const;
type FilteredColumn = (typeof FILTERED_COLUMNS)[number];

/** Up to this many events are read and checked against the other filters. */
const FEW = 5_000;

/** Lists events, newest first. */
export async function readAuditEvents(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<readonly AuditEventRow[]> {
  const { requestId, from, to } = filter;
  const filters = await findFilters(db, filter);
  // No stored event has a type with this prefix, or was refused for this reason.
  if (filters.some(({ values }) => values.length === 0)) return [];
  // The index of events with refused scopes is in the order of time.
  const isByTime = from !== undefined || to !== undefined || filter.refused !== undefined;
  const leading = requestId === undefined ? await findLeading(db, filters, isByTime) : undefined;
  const conditions = filters.map((each) => (each === leading ? usingIndex(each) : withoutIndex(each)));
  const isLed = requestId !== undefined || leading !== undefined;
  const ordering: OrderColumns = {
    at: isLed ? sql`(at + 0)` : sql`at`,
    id: leading?.isInOrder === false ? sql`(id + 0)` : sql`id`,
  };
  const all = sql.join(
    [
      ...boundConditions(filter, isByTime, ordering),
      ...conditions,
      ...(filter.refused === undefined ? [] : [HAS_REFUSED]),
      ...exceptions(filter),
    ],
    sql` and `,
  );
  const query = requestId === undefined ? selectMatching(all) : selectOfRequest(lookupKey(requestId), all);
  const order = isByTime ? sql`${ordering.at} desc, ${ordering.id} desc` : sql`${ordering.id} desc`;
  const { rows } = await sql<AuditEventRow>`${query} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

interface ColumnFilter {
  readonly column: Sql;
  /** An event matches when it has one of these values. */
  readonly values: readonly string[];
  /** True when its index lists the events in the order of their ids. */
  readonly isInOrder: boolean;
}

async function findFilters(db: Db, filter: AuditFilter): Promise<readonly ColumnFilter[]> {
  const found = FILTERED_COLUMNS.map((name) => {
    const value = filter[name];
    return value === undefined ? [] : findFilter(db, name, lookupKey(value));
  });
  return (await Promise.all(found)).flat();
}

async function findFilter(db: Db, name: FilteredColumn, value: string): Promise<readonly ColumnFilter[]> {
  if (name === "refused")
    return value === ANY_REASON
      ? []
      : [{ column: sql.ref("refusals"), values: await listRefusals(db, value), isInOrder: false }];
  const column = sql.ref(name);
  if (name !== "type") return [{ column, values: [value], isInOrder: true }];
  const wanted = value.split(",");
  const found = await Promise.all(
    wanted.map(async (type) => (type.endsWith(".") ? listTypes(db, type) : [type])),
  );
  const isInOrder = wanted.length === 1 && !value.endsWith(".");
  return [{ column, values: [...new Set(found.flat())], isInOrder }];
}

const listTypes = (db: Db, prefix: string): Promise<readonly string[]> =>
  listDistinct(db, sql.ref("audit_events.type"), prefixRange(sql.ref("audit_events.type"), prefix));

/** The combinations of reasons that contain this one. */
async function listRefusals(db: Db, reason: string): Promise<readonly string[]> {
  const column = sql.ref("audit_events.refusals");
  const all = await listDistinct(db, column, sql`${column} is not null`);
  return all.filter((refusals) => hasReason(refusals, reason));
}

/**
 * The values of a column. Jumps from one to the next in its index: there are few values and many events of each.
 */
async function listDistinct(db: Db, column: Sql, range: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      select min(${column}) from audit_events where ${range}
      union all
      select (select min(${column}) from audit_events where ${column} > found.value and ${range})
      from found where found.value is not null)
    select value from found where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

const usingIndex = ({ column, values }: ColumnFilter): Sql => sql`${column} in (${sql.join([...values])})`;
/** A column joined to an empty text cannot use its index. */
const withoutIndex = ({ column, values }: ColumnFilter): Sql =>
  sql`(${column} || '') in (${sql.join([...values])})`;

/** The same condition as that of the index `audit_events_refused`. */
const HAS_REFUSED = sql`refusals is not null`;

function exceptions({ exceptApplication }: AuditFilter): readonly Sql[] {
  if (exceptApplication === undefined) return [];
  const application = lookupKey(formatPrincipalKey("application", exceptApplication));
  const authorized = prefixRange(sql`(type || '')`, "authorization.");
  return [sql`actor <> ${application}`, sql`not (coalesce(target, '') = ${application} and ${authorized})`];
}

/** The columns that order a list. Expressions that no index has leave it to another index to find the events. */
interface OrderColumns {
  readonly at: Sql;
  readonly id: Sql;
}

/** The bounds of the page, in the order of the list. */
function boundConditions(
  { from, to, after, before }: AuditFilter,
  isByTime: boolean,
  { at, id }: OrderColumns,
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
async function findLeading(
  db: Db,
  filters: readonly ColumnFilter[],
  isByTime: boolean,
): Promise<ColumnFilter | undefined> {
  const [first] = filters;
  if (filters.length === 1 && first?.isInOrder && !isByTime) return first;
  for (const each of filters) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select id from audit_events where ${usingIndex(each)} limit ${FEW + 1}) as counted`.execute(db);
    if ((rows[0]?.count ?? 0) <= FEW) return each;
  }
  return isByTime ? undefined : filters.find(({ isInOrder }) => isInOrder);
}

const selectMatching = (conditions: Sql) => sql`select * from audit_events where ${conditions}`;

/**
 * The index lists request ids by block, so the query checks each block: two thousand of them for ten million events. It
 * goes from one that has events to the next: ids jump at a restore.
 */
const selectOfRequest = (requestId: string, conditions: Sql) => sql`
  with recursive blocks (block) as (
    select max(id) / ${EVENTS_PER_BLOCK} from audit_events
    union all
    select (select max(id) from audit_events where id < blocks.block * ${EVENTS_PER_BLOCK}) / ${EVENTS_PER_BLOCK}
    from blocks where blocks.block is not null)
  select audit_events.* from blocks cross join audit_events
  where id / ${EVENTS_PER_BLOCK} = block and request_id = ${requestId} and ${conditions}`;
