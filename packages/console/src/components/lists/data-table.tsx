import type { KeyboardEvent, ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { ROLES, TableFrame } from "../../ui/layout/table-frame.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { CardTools, type SortableColumn } from "./card-tools.tsx";
import type { ListTotal } from "./paged-rows.ts";
import type { RowSelection } from "./row-selection.ts";
import { SelectionCell, SelectionHead } from "./selection-cells.tsx";
import { ShownCount } from "./shown-count.tsx";
import { SortButton } from "./sort-button.tsx";
import { directionOf, type Sorting } from "./sorting.ts";
import type { CountedNoun } from "./texts.ts";

export interface Column<Row> {
  readonly id: string;
  readonly header: ReactNode;
  cell(row: Row): ReactNode;
  readonly align?: "start" | "end";
  /** The column appears from this screen width. */
  readonly from?: "tablet" | "desktop";
  readonly className?: string;
  /** What the column sorts by in the API, with `-` when a first click gives the opposite order. */
  readonly sort?: string;
}

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined during the first load. */
  readonly rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  /** The link of a row: its first cell is the link, and the whole row is clickable. */
  rowPlace?(row: Row): Place;
  readonly empty: ReactNode;
  readonly error?: unknown;
  readonly retry?: (() => void) | undefined;
  /** The rows belong to the previous query while the new one loads. */
  readonly stale?: boolean;
  /** Loads the next page by the server's cursor; undefined at the end of the list. */
  readonly more?: { load(): void; readonly loading: boolean } | undefined;
  readonly skeletonRows?: number;
  /** The table always has the same rows (settings, for example), so it shows no count. */
  readonly fixed?: boolean;
  /** Puts a checkbox before each row; `name` labels it. */
  readonly selection?: (RowSelection<Row> & { name(row: NoInfer<Row>): string }) | undefined;
  /** The order of the rows. Columns with `sort` change it. */
  readonly sorting?: Sorting | undefined;
  /** How many rows the whole list has, and what they are. */
  readonly total?: ListTotal | undefined;
  readonly noun?: CountedNoun | undefined;
}

const FROM = { tablet: "hidden md:table-cell", desktop: "hidden xl:table-cell" };

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    rowPlace,
    empty,
    error,
    retry,
    stale = false,
    more,
    skeletonRows = 8,
    fixed = false,
    selection,
    sorting,
    total,
    noun,
  } = props;
  const texts = useTexts(uiTexts);
  if (error !== undefined && error !== null && rows === undefined)
    return <ErrorNotice error={error} retry={retry} />;
  if (rows?.length === 0) return <div className="rounded-card border bg-surface">{empty}</div>;
  return (
    <div>
      <TableFrame>
        <CardTools columns={sortableOf(columns)} sorting={sorting} selection={selection} rows={rows} />
        <table
          {...ROLES.table}
          className="card-table w-full border-separate border-spacing-0"
          aria-busy={rows === undefined || stale}
        >
          <caption className="sr-only">{label}</caption>
          <thead {...ROLES.rowgroup}>
            <tr {...ROLES.row}>
              {selection && <SelectionHead selection={selection} rows={rows} className={HEAD} />}
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  {...ROLES.columnheader}
                  className={headClasses(column)}
                  aria-sort={sorting && column.sort ? directionOf(column.sort, sorting.sort) : undefined}
                >
                  {sorting && column.sort ? (
                    <>
                      <SortButton columnSort={column.sort} sorting={sorting} align={column.align}>
                        {column.header}
                      </SortButton>
                      <span className="card-head">{column.header}</span>
                    </>
                  ) : (
                    column.header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLES.rowgroup} className={stale ? "opacity-60" : ""} onKeyDown={moveBetweenRows}>
            {rows === undefined
              ? Array.from({ length: skeletonRows }, (_, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
                  <SkeletonRow key={row} columns={columns} selectable={selection !== undefined} />
                ))
              : rows.map((row) => (
                  <DataRow
                    key={rowKey(row)}
                    row={row}
                    columns={columns}
                    place={rowPlace?.(row)}
                    first={
                      selection && (
                        <SelectionCell
                          selection={selection}
                          row={row}
                          rows={rows}
                          name={selection.name(row)}
                        />
                      )
                    }
                  />
                ))}
          </tbody>
        </table>
      </TableFrame>
      {!fixed && (
        <div className="flex min-h-9 items-center justify-between gap-3 px-1 pt-2 text-sm text-muted">
          <span aria-live="polite">
            {rows !== undefined && (
              <ShownCount shown={rows.length} hasMore={more !== undefined} total={total} noun={noun} />
            )}
          </span>
          {more && (
            <Button size="small" loading={more.loading} onClick={() => more.load()}>
              {texts.loadMore}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const cellClasses = <Row,>(column: Column<Row>): string =>
  classNames(
    "px-3.5 first:min-w-32 first:ps-4 last:pe-4",
    column.align === "end" ? "text-end" : "text-start",
    column.from && FROM[column.from],
    column.className,
  );

/** The head stays below the console's header while the page scrolls. */
const HEAD =
  "z-10 border-b bg-inset py-2 text-sm font-semibold whitespace-nowrap text-muted lg:sticky lg:top-14 first:rounded-ss-card last:rounded-se-card";

const headClasses = <Row,>(column: Column<Row>): string => classNames(HEAD, cellClasses(column));

interface DataRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly place: Place | undefined;
  /** A cell before the columns. */
  readonly first?: ReactNode;
}

function DataRow<Row>({ row, columns, place, first }: DataRowProps<Row>) {
  return (
    <tr
      {...ROLES.row}
      className={classNames("group relative", place && "hover:bg-hover focus-within:bg-hover")}
    >
      {first}
      {columns.map((column, index) => (
        <td
          key={column.id}
          {...ROLES.cell}
          data-label={labelOf(column)}
          className={classNames(
            "h-12 border-b py-1.5 align-middle group-last:border-b-0",
            cellClasses(column),
          )}
        >
          {place && index === 0 ? (
            <PlaceLink
              place={place}
              data-row-link=""
              className="font-medium text-ink outline-none after:absolute after:inset-0 hover:text-accent-ink focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
            >
              {contentOf(column, row)}
            </PlaceLink>
          ) : (
            // Interactive cells are above the link that covers the row.
            <span className={place ? "[&_:is(a,button,label)]:relative [&_:is(a,button,label)]:z-1" : ""}>
              {contentOf(column, row)}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The name of the value in a card. A header that is only for screen readers names none. */
const labelOf = <Row,>({ header }: Column<Row>): string | undefined =>
  typeof header === "string" ? header : undefined;

const sortableOf = <Row,>(columns: readonly Column<Row>[]): readonly SortableColumn[] =>
  columns.flatMap((column) => {
    const label = labelOf(column);
    return column.sort !== undefined && label !== undefined ? [{ sort: column.sort, label }] : [];
  });

/** A text may be a name of any length; it must not push the other columns out of view. */
function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.cell(row);
  return typeof content === "string" ? <Clamped text={content} /> : content;
}

interface SkeletonRowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly selectable: boolean;
}

function SkeletonRow<Row>({ columns, selectable }: SkeletonRowProps<Row>) {
  return (
    <tr className="group">
      {selectable && <td className="w-11 border-b group-last:border-b-0" />}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={classNames(
            "h-12 border-b py-1.5 align-middle group-last:border-b-0",
            cellClasses(column),
          )}
        >
          <Skeleton
            className={`h-4 ${index === 0 ? "w-40" : "w-24"} ${column.align === "end" ? "ms-auto" : ""}`}
          />
        </td>
      ))}
    </tr>
  );
}

/** Up, down, Home and End move between the rows' links; Enter follows one, as with any link. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (!["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
  const at = links.indexOf(event.target as HTMLElement);
  if (at === -1) return;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key] ?? at;
  links[next]?.focus();
  event.preventDefault();
}
