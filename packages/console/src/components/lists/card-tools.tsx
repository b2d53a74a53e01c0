import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import type { RowSelection } from "./row-selection.ts";
import { SelectAllBox } from "./selection-cells.tsx";
import { directionOf, nextSort, type Sorting } from "./sorting.ts";
import { listTexts } from "./texts.ts";

/** A column that the list can be sorted by. */
export interface SortableColumn {
  readonly sort: string;
  readonly label: string;
}

interface CardToolsProps<Row> {
  readonly columns: readonly SortableColumn[];
  readonly sorting: Sorting | undefined;
  readonly selection: RowSelection<Row> | undefined;
  readonly rows: readonly Row[] | undefined;
}

/**
 * What the heads of the columns do, where the rows are cards and the heads are hidden: it sorts, and selects all rows.
 * styles.css shows it only there.
 */
export function CardTools<Row>({ columns, sorting, selection, rows }: CardToolsProps<Row>) {
  const isSortable = sorting !== undefined && columns.length > 0;
  if (!isSortable && !selection) return null;
  return (
    <div className="card-tools items-center gap-2 rounded-t-card border-b bg-inset py-1 ps-4 pe-2 text-sm text-muted">
      {selection && (
        <span className="-ms-3.5">
          <SelectAllBox selection={selection} rows={rows} />
        </span>
      )}
      {isSortable && <SortSelect columns={columns} sorting={sorting} />}
    </div>
  );
}

interface SortSelectProps {
  readonly columns: readonly SortableColumn[];
  readonly sorting: Sorting;
}

/** A native select: phones show it well, and Home, which has a table, loads no code for it. */
function SortSelect({ columns, sorting }: SortSelectProps) {
  const texts = useTexts(listTexts);
  const current = columns.find(({ sort }) => directionOf(sort, sorting.sort) !== "none");
  const isAscending = current !== undefined && directionOf(current.sort, sorting.sort) === "ascending";
  return (
    <>
      <label className="ms-auto flex min-w-0 items-center gap-2">
        <span className="shrink-0">{texts.sortBy}</span>
        <select
          className="control w-auto! min-w-0"
          value={current?.sort ?? ""}
          onChange={(event) => sorting.onSort(event.target.value)}
        >
          {current === undefined && <option value="">–</option>}
          {columns.map(({ sort, label }) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <IconButton
        icon="down"
        label={isAscending ? texts.ascending : texts.descending}
        className={isAscending ? "[&_svg]:rotate-180" : ""}
        disabled={current === undefined}
        onClick={() => current && sorting.onSort(nextSort(current.sort, sorting.sort))}
      />
    </>
  );
}
