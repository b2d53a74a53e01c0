import { sql } from "kysely";
import type { Entities, EntityKind } from "../../directory/change.ts";
import type { DirectoryStore, Page, PageQuery, Stored } from "../../directory/directory-store.ts";
import { KINDS, kindOf } from "../../directory/kinds/kinds.ts";
import type { Db, Engine } from "../engine/engine.ts";
import { createFindEntities, createSelectByKeys } from "../statements/select-by-keys.ts";
import { lookupKey } from "../statements/sql-value.ts";
import type { EntitySchema } from "../tables/schema.ts";
import { countMatches } from "./count-matches.ts";
import { exactCondition, type RankedPosition, readExactFirst } from "./exact-first.ts";
import { type Condition, filterConditions } from "./filter-conditions.ts";
import { findMatches } from "./find-matches.ts";
import { findUses } from "./find-uses.ts";
import { type ListOrder, listOrder } from "./list-order.ts";
import { type PageRow, type Page as ReadPage, readPage } from "./read-page.ts";
import { throughIndexes } from "./through-indexes.ts";

export function createDirectoryStore(db: Db, engine: Engine["name"]): DirectoryStore {
  const findEntities = createFindEntities(createSelectByKeys({ db, name: engine }));
  return {
    async find(kind, id) {
      const { rows } = await sql<AnyRow>`
        select * from ${sql.table(kindOf(kind).table)} where id = ${lookupKey(id)}`.execute(db);
      return rows[0] && stored(kind, rows[0]);
    },
    findMany: (kind, ids) => findEntities(db, kind, "id", ids),
    async page(kind, query) {
      const conditions = filterConditions(kind, sql.table(kindOf(kind).table), query.filter ?? {});
      const read = (on: Db) => readList(on, kind, conditions, query);
      // A list without conditions is read along the index of its order anyway.
      return conditions.length === 0 ? read(db) : throughIndexes(db, engine, read);
    },
    async count(kind) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(kindOf(kind).table)}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async listConditionalAssignments(word) {
      const given = sql`role, permission, instance, condition, expires_at`;
      const { rows } = await sql<EntitySchema["assignments"]>`
        select min(id) as id, min(principal) as principal, ${given} from assignments
        where condition is not null and condition like ${`%${word}%`}
        group by ${given} order by 1`.execute(db);
      return rows.map(KINDS.assignment.fromRow);
    },
    findUses: (kind, id, limit) => findUses(db, kind, id, limit),
  };
}

async function readList<K extends EntityKind>(
  db: Db,
  kind: K,
  conditions: readonly Condition[],
  query: PageQuery,
): Promise<Page<Entities[K]>> {
  const { limit, count = false } = query;
  const table = sql.table(kindOf(kind).table);
  const matches = await findMatches(db, conditions);
  // Reads one row more than the limit: it shows whether there is a next page.
  const { rows, positionOf } = await readRows(db, kind, { table, matches, limit: limit + 1 }, query);
  const last = rows[limit - 1];
  const isLast = rows.length <= limit || last === undefined;
  return {
    items: rows.slice(0, limit).map((row) => stored(kind, row)),
    ...(!isLast && { next: positionOf(last) }),
    ...(count && { total: await countMatches(db, table, matches) }),
  };
}

interface ReadRows {
  readonly rows: readonly PageRow[];
  positionOf(row: PageRow): string;
}

async function readRows(
  db: Db,
  kind: EntityKind,
  page: Omit<ReadPage, "order">,
  { after, sort, filter, exactFirst = false }: PageQuery,
): Promise<ReadRows> {
  const order = listOrder(kind, sort);
  const ordered = { ...page, order };
  const write = ({ sort_key, id }: PageRow) => order.writePosition({ key: sort_key, id });
  if (!exactFirst || !filter?.search) {
    const position = after === undefined ? undefined : order.readPosition(after);
    return { rows: await readPage(db, ordered, position), positionOf: write };
  }
  const exact = exactCondition(kind, page.table, filter.search);
  const position = after === undefined ? undefined : readRankedPosition(order, after);
  const rows = await readExactFirst(db, ordered, exact, position);
  const areExact = new Map(rows.map((row) => [row.id, row.isExact]));
  return { rows, positionOf: (row) => JSON.stringify([areExact.get(row.id), write(row)]) };
}

function readRankedPosition(order: ListOrder, text: string): RankedPosition {
  const [isExact, position] = JSON.parse(text) as [boolean, string];
  return { ...order.readPosition(position), isExact };
}

type AnyRow = EntitySchema[keyof EntitySchema];

const stored = <K extends EntityKind>(kind: K, row: AnyRow): Stored<Entities[K]> => ({
  value: kindOf(kind).fromRow(row),
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
