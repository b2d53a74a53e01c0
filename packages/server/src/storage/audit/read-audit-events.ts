import { type RawBuilder, type Selectable, sql } from "kysely";
import { ANY_REASON, type AuditFilter } from "../../audit/stores.ts";
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
const FILTERED_COLUMNS = ["target", "actor", "type"] as const;

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
  // The type prefix matches no stored event.
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
      ...reasons(filter),
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

const findFilters = (db: Db, filter: AuditFilter): Promise<readonly ColumnFilter[]> =>
  Promise.all(
    FILTERED_COLUMNS.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [findFilter(db, name, lookupKey(value))];
    }),
  );

async function findFilter(
  db: Db,
  name: (typeof FILTERED_COLUMNS)[number],
  value: string,
): Promise<ColumnFilter> {
  const column = sql.ref(name);
  if (name !== "type") return { column, values: [value], isInOrder: true };
  const wanted = value.split(",");
  const found = await Promise.all(
    wanted.map(async (type) => (type.endsWith(".") ? listTypes(db, type) : [type])),
  );
  return {
    column,
    values: [...new Set(found.flat())],
    isInOrder: wanted.length === 1 && !value.endsWith("."),
  };
}

/**
 * The types with this prefix. Jumps from one type to the next in the index: there are few types and many events of
 * each.
 */
async function listTypes(db: Db, prefix: string): Promise<readonly string[]> {
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

const usingIndex = ({ column, values }: ColumnFilter): Sql => sql`${column} in (${sql.join([...values])})`;
/** A column joined to an empty text cannot use its index. */
const withoutIndex = ({ column, values }: ColumnFilter): Sql =>
  sql`(${column} || '') in (${sql.join([...values])})`;

/** The same text as in the index `audit_events_refused`. */
const HAS_REFUSED = sql`data like '%"refused":{%'`;

/** Events hold their data as JSON, in which the quotes of a value are escaped: a value cannot look like a member. */
function reasons({ refused, error }: AuditFilter): readonly Sql[] {
  const byReason =
    refused === undefined || refused === ANY_REASON ? [] : [contains(`"refused":{%:"`, refused)];
  return [
    ...(refused === undefined ? [] : [HAS_REFUSED]),
    ...byReason,
    ...(error === undefined ? [] : [contains('"error":"', error)]),
  ];
}

const contains = (before: string, value: string): Sql =>
  sql`data like ${`%${before}${lookupKey(value).replaceAll(/[\\%_]/g, "\\$&")}"%`} escape '\\'`;

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
 * The index lists request ids by block, so the query checks each block: two thousand of them for ten million events.
 */
const selectOfRequest = (requestId: string, conditions: Sql) => sql`
  with recursive blocks (block) as (
    select max(id) / ${EVENTS_PER_BLOCK} from audit_events
    union all
    select block - 1 from blocks where block > (select min(id) from audit_events) / ${EVENTS_PER_BLOCK})
  select audit_events.* from blocks cross join audit_events
  where id / ${EVENTS_PER_BLOCK} = block and request_id = ${requestId} and ${conditions}`;
