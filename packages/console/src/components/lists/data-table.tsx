import type { KeyboardEvent, ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { ErrorNotice } from "../problems/error-notice.tsx";
import type { ListTotal } from "./paged-rows.ts";
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
      <div className="relative rounded-card border bg-surface shadow-card max-lg:overflow-x-auto">
        <table className="w-full border-separate border-spacing-0" aria-busy={rows === undefined || stale}>
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={headClasses(column)}
                  aria-sort={sorting && column.sort ? directionOf(column.sort, sorting.sort) : undefined}
                >
                  {sorting && column.sort ? (
                    <SortButton columnSort={column.sort} sorting={sorting} align={column.align}>
                      {column.header}
                    </SortButton>
                  ) : (
                    column.header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={stale ? "opacity-60" : ""} onKeyDown={moveBetweenRows}>
            {rows === undefined
              ? Array.from({ length: skeletonRows }, (_, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
                  <SkeletonRow key={row} columns={columns} />
                ))
              : rows.map((row) => (
                  <DataRow key={rowKey(row)} row={row} columns={columns} place={rowPlace?.(row)} />
                ))}
          </tbody>
        </table>
      </div>
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
const headClasses = <Row,>(column: Column<Row>): string =>
  classNames(
    "z-10 border-b bg-inset py-2 text-sm font-semibold whitespace-nowrap text-muted lg:sticky lg:top-14",
    "first:rounded-ss-card last:rounded-se-card",
    cellClasses(column),
  );

interface DataRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly place: Place | undefined;
}

function DataRow<Row>({ row, columns, place }: DataRowProps<Row>) {
  return (
    <tr className={classNames("group relative", place && "hover:bg-hover focus-within:bg-hover")}>
      {columns.map((column, index) => (
        <td
          key={column.id}
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

/** A text may be a name of any length; it must not push the other columns out of view. */
function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.cell(row);
  return typeof content === "string" ? <Clamped text={content} /> : content;
}

function SkeletonRow<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <tr className="group">
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
