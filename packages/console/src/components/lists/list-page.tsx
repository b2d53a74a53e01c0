import type { ReactNode } from "react";
import type { ShownCall } from "../../api/call-api.ts";
import { mayOpen } from "../../auth/view-permissions.ts";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { ApiCall } from "../api-call/api-call.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { type Pages, pagedRows } from "./paged-rows.ts";
import type { RowSelection } from "./row-selection.ts";
import type { Sorting } from "./sorting.ts";
import type { CountedNoun } from "./texts.ts";

interface ListPageProps<Row> {
  readonly title: string;
  readonly description: string;
  readonly call: ShownCall;
  /** Hidden from users who may not open its view. */
  readonly create?: { readonly label: string; readonly place: Place } | undefined;
  /** Tabs between the heading and the filters. */
  readonly children?: ReactNode;
  readonly filters: ReactNode;
  /** Present while filters other than the search are active; the search has its own clear button. */
  readonly onClearFilters?: (() => void) | undefined;
  readonly isFiltered: boolean;
  readonly pages: Pages<Row>;
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting;
  readonly noun: CountedNoun;
  rowKey(row: Row): string;
  rowPlace(row: Row): Place;
  /** The empty state: it explains the purpose of the objects. */
  readonly none: { readonly icon: IconName; readonly title: string; readonly hint: string };
  readonly noMatch: { readonly title: string; readonly hint: string };
  /** Licet's built-in rows always exist, so a list of only these shows the empty state. */
  isOwn?(row: NoInfer<Row>): boolean;
  /** Rows can be selected; `name` labels their checkboxes. */
  readonly selection?: (RowSelection<Row> & { name(row: NoInfer<Row>): string }) | undefined;
  /** The actions on the selected rows, above the table. */
  readonly bulk?: ReactNode;
  /** At the end of the filters, such as the export of the list. */
  readonly tools?: ReactNode;
}

/** Lists all objects of one kind, with search, filters, paging, and a link to create one. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, call, columns, rowKey, rowPlace, none, noMatch, isFiltered, isOwn } = props;
  const table = pagedRows(props.pages);
  const hasOwnOnly = isOwn !== undefined && table.rows?.length !== 0 && table.rows?.every(isOwn);
  const create = props.create && mayOpen(props.create.place.to) && (
    <PlaceLink place={props.create.place} className={buttonClasses("primary", "medium")}>
      <Icon name="plus" />
      {props.create.label}
    </PlaceLink>
  );
  const first = (
    <EmptyState icon={none.icon} title={none.title} action={create}>
      {none.hint}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={title}
        description={props.description}
        actions={
          <>
            <ApiCall call={call} />
            {create}
          </>
        }
      />
      {props.children}
      <FilterBar onClear={props.onClearFilters} actions={props.tools}>
        {props.filters}
      </FilterBar>
      {props.bulk}
      <DataTable
        {...table}
        label={title}
        columns={columns}
        sorting={props.sorting}
        noun={props.noun}
        rowKey={rowKey}
        rowPlace={rowPlace}
        selection={props.selection}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={noMatch.title}>
              {noMatch.hint}
            </EmptyState>
          ) : (
            first
          )
        }
      />
      {/* The bar with the actions must not cover the last rows. */}
      {props.selection !== undefined && props.selection.rows.length > 0 && <div className="h-28" />}
      {!isFiltered && hasOwnOnly && (
        <div className="mt-4">
          <Card>{first}</Card>
        </div>
      )}
    </>
  );
}
