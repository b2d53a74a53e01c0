import { useMemo, useState } from "react";

/** The rows that the user selected in a list. */
export interface RowSelection<Row> {
  readonly rows: readonly Row[];
  has(row: Row): boolean;
  /** False for a row that no action applies to, such as a part of Licet itself. */
  canSelect(row: Row): boolean;
  /** Selects a row or not; with `through`, also every row between it and the one that was clicked before. */
  toggle(row: Row, shown: readonly Row[], through: boolean): void;
  toggleAll(shown: readonly Row[]): void;
  /** Selects these rows and no others. */
  set(rows: readonly Row[]): void;
}

interface SelectionOptions<Row> {
  keyOf(row: Row): string;
  /** Another value begins a new selection: rows that the filters hide must not stay selected. */
  readonly scope: string;
  canSelect?(row: Row): boolean;
}

interface Selected<Row> {
  readonly scope: string;
  readonly rows: ReadonlyMap<string, Row>;
  /** The row of the last click, where a range begins. */
  readonly last?: string;
}

export function useRowSelection<Row>(options: SelectionOptions<Row>): RowSelection<Row> {
  const { keyOf, scope, canSelect = () => true } = options;
  const [state, setState] = useState<Selected<Row>>({ scope, rows: new Map() });
  const current = useMemo(
    () => (state.scope === scope ? state : { scope, rows: new Map<string, Row>() }),
    [state, scope],
  );
  const put = (rows: ReadonlyMap<string, Row>, last?: string) =>
    setState({ scope, rows, ...(last !== undefined && { last }) });
  const has = (row: Row) => current.rows.has(keyOf(row));
  return {
    rows: [...current.rows.values()],
    has,
    canSelect,
    toggle(row, shown, through) {
      const last = "last" in current ? current.last : undefined;
      const range = rowsBetween(shown, { keyOf, canSelect }, through ? last : undefined, keyOf(row));
      put(withRows(current.rows, range, keyOf, !has(row)), keyOf(row));
    },
    toggleAll(shown) {
      const all = shown.filter(canSelect);
      put(withRows(current.rows, all, keyOf, !all.every(has)));
    },
    set: (rows) => put(new Map(rows.map((row) => [keyOf(row), row]))),
  };
}

function withRows<Row>(
  before: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  isSelected: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(before);
  for (const row of rows) {
    if (isSelected) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  return next;
}

/**
 * The rows that can be selected from one key to the other, in either direction; only the last one if the first is not
 * shown.
 */
export function rowsBetween<Row>(
  shown: readonly Row[],
  { keyOf, canSelect }: Required<Pick<SelectionOptions<Row>, "keyOf" | "canSelect">>,
  from: string | undefined,
  to: string,
): readonly Row[] {
  const keys = shown.map(keyOf);
  const end = keys.indexOf(to);
  const start = from === undefined ? -1 : keys.indexOf(from);
  const range =
    start === -1 ? shown.slice(end, end + 1) : shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  return range.filter(canSelect);
}
