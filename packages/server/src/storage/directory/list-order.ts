import { sql } from "kysely";
import type { EntityKind } from "../../directory/change.ts";
import type { ListSort } from "../../directory/directory-store.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { SortColumn } from "../../directory/kinds/listing.ts";
import type { SqlValue } from "../statements/sql-value.ts";
import { type Sql, unindexedNumber, unindexedText } from "./filter-conditions.ts";

/** Where a row is in a list: the value that it is sorted by, and its id. */
export interface Position {
  readonly key: SqlValue;
  readonly id: string;
}

/**
 * A stretch of a list. Rows without a value have a stretch of their own, after the others in both directions, because
 * the indexes of the two engines have them at different ends.
 */
export interface Stretch {
  /** The condition of the stretch; absent when it is the whole list. */
  readonly condition?: Sql;
  /** Where the stretch goes on. Absent: at its beginning. */
  readonly after?: Position;
  /** Whether its rows have a value. */
  readonly hasKeys: boolean;
}

export interface ListOrder {
  readonly isById: boolean;
  /** The value that rows are sorted by. Null when they are sorted by their ids. */
  readonly key: Sql;
  /** In two forms: an index may answer the first, and none the second. */
  readonly orderBy: { readonly indexed: Sql; readonly unindexed: Sql };
  /** The stretches from a position on. */
  stretchesAfter(position: Position | undefined): readonly Stretch[];
  /** The rows of a stretch after a position, or with `upTo` those up to it. */
  within(stretch: Stretch, form: "indexed" | "unindexed", upTo?: Position): readonly Sql[];
  readPosition(text: string): Position;
  writePosition(position: Position): string;
}

export function listOrder(kind: EntityKind, sort: ListSort | undefined): ListOrder {
  const descending = sort?.descending ?? false;
  const column = sort && kindOf(kind).sortColumn(sort.by);
  return column?.expression === undefined
    ? orderById(descending)
    : orderByKey(sql.raw(column.expression), column, descending);
}

const comparisons = (descending: boolean) =>
  descending
    ? { direction: sql`desc`, beyond: sql`<`, upTo: sql`>=` }
    : { direction: sql`asc`, beyond: sql`>`, upTo: sql`<=` };

function orderById(descending: boolean): ListOrder {
  const { direction, beyond, upTo: until } = comparisons(descending);
  const orderBy = sql`id ${direction}`;
  return {
    isById: true,
    key: sql`null`,
    orderBy: { indexed: orderBy, unindexed: orderBy },
    stretchesAfter: (after) => [{ hasKeys: false, ...(after && { after }) }],
    within: ({ after }, _form, upTo) => [
      ...(after ? [sql`id ${beyond} ${after.id}`] : []),
      ...(upTo ? [sql`id ${until} ${upTo.id}`] : []),
    ],
    readPosition: (id) => ({ key: null, id }),
    writePosition: ({ id }) => id,
  };
}

function orderByKey(key: Sql, { type, nullable }: SortColumn, descending: boolean): ListOrder {
  const { direction, beyond, upTo: until } = comparisons(descending);
  const unindexed = type === "text" ? unindexedText(key) : unindexedNumber(key);
  const orderBy = (by: Sql) => sql`${by} ${direction}, id ${direction}`;
  const present: Stretch = { hasKeys: true, ...(nullable && { condition: sql`${key} is not null` }) };
  const absent: readonly Stretch[] = nullable ? [{ hasKeys: false, condition: sql`${key} is null` }] : [];
  return {
    isById: false,
    key,
    orderBy: { indexed: orderBy(key), unindexed: orderBy(unindexed) },
    stretchesAfter(after) {
      if (after === undefined) return [present, ...absent];
      if (after.key === null) return absent.map((stretch) => ({ ...stretch, after }));
      return [{ ...present, after }, ...absent];
    },
    within({ hasKeys, after, condition }, form, upTo) {
      const by = form === "indexed" ? key : unindexed;
      const compare = (sign: Sql, { key: value, id }: Position) =>
        hasKeys ? sql`(${by}, id) ${sign} (${value}, ${id})` : sql`id ${sign} ${id}`;
      return [
        ...(condition ? [condition] : []),
        ...(after ? [compare(beyond, after)] : []),
        ...(upTo ? [compare(until, upTo)] : []),
      ];
    },
    readPosition(text) {
      const [value, id] = JSON.parse(text) as [SqlValue, string];
      return { key: value, id };
    },
    writePosition: ({ key: value, id }) => JSON.stringify([value, id]),
  };
}
