import type { ReactNode } from "react";
import { callApi, describeCall } from "../../api/call-api.ts";
import type { Entity } from "../../api/entities.ts";
import { usePages } from "../../api/use-api.ts";
import { mayOpen } from "../../auth/view-permissions.ts";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Icon } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { ApiCall } from "../api-call/api-call.tsx";
import type { BulkBar } from "../bulk/bulk-bar.tsx";
import { ExportButton } from "../bulk/export-button.tsx";
import type { ExportedList } from "../bulk/export-dialog.tsx";
import type { BulkKind, KindBulk } from "../bulk/kind-bulk.ts";
import { newPlaceOf, PAGES, type PageKind, placeOf } from "../kinds/pages.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { ListFilters } from "../lists/list-filters.tsx";
import { type Pages, pagedRows } from "../lists/paged-rows.ts";
import { useRowSelection } from "../lists/row-selection.ts";
import { type ListFilter, useListAddress } from "../lists/use-list-address.ts";

interface KindListPageProps<Kind extends PageKind> {
  readonly kind: Kind;
  readonly texts: ListTexts;
  readonly columns: readonly Column<Entity<Kind>>[];
  readonly filters?: readonly ListFilter<Kind>[];
  readonly limit?: number;
  readonly clearable?: boolean;
  /** Tabs between the heading and the filters. */
  readonly children?: ReactNode;
  nameOf?(row: Entity<Kind>): string;
  /** Licet's built-in rows always exist and stay as they are, so a list of only these shows the empty state. */
  isOwn?(row: Entity<Kind>): boolean;
  /** Rows can be selected and exported, with these columns beside the times. */
  readonly bulk?: KindBulk<Entity<Kind>> & {
    readonly exported: readonly (keyof Entity<Kind> & string)[];
    /** Given by the page, so that a list without it does not load its dialogs. */
    readonly Bar: typeof BulkBar;
  };
}

interface ListTexts {
  readonly title: string;
  readonly description: string;
  readonly search: string;
  readonly searchHint?: string;
  readonly create: string;
  /** The empty state: it explains the purpose of the objects. */
  readonly noneTitle: string;
  readonly noneHint: string;
  readonly noMatchTitle: string | ((search: string) => string);
  readonly noMatchHint: string;
}

/** Lists all entities of one kind, with search, filters, paging, bulk actions, and a link to create one. */
export function KindListPage<Kind extends PageKind>(props: KindListPageProps<Kind>) {
  const { kind, texts, columns, filters = [], limit, bulk, nameOf = ({ id }) => id, isOwn } = props;
  const { icon, searchedBy } = PAGES[kind];
  const address = useListAddress(kind, { searchedBy, filters, limit });
  const { query, isFiltered, search = "" } = address;
  const call = KINDS[kind].list;
  const table = pagedRows(usePages(call, { query } as never) as unknown as Pages<Entity<Kind>>);
  const selection = useRowSelection<Entity<Kind>>({
    keyOf: ({ id }) => id,
    scope: JSON.stringify(query),
    canSelect: (row) => !isOwn?.(row),
  });
  const list: ExportedList<Entity<Kind>> | undefined = bulk && {
    name: `${kind}s`,
    columns: [...bulk.exported, "created_at", "updated_at"],
    textLists: KINDS[kind].textLists,
    readPage: async (page, signal) =>
      (await callApi(call, { query: { ...query, ...page }, signal } as never)).body as never,
  };
  const create = mayOpen(newPlaceOf(kind).to) && (
    <PlaceLink place={newPlaceOf(kind)} className={buttonClasses("primary", "medium")}>
      <Icon name="plus" />
      {texts.create}
    </PlaceLink>
  );
  const first = (
    <EmptyState icon={icon} title={texts.noneTitle} action={create}>
      {texts.noneHint}
    </EmptyState>
  );
  const noMatchTitle =
    typeof texts.noMatchTitle === "string" ? texts.noMatchTitle : texts.noMatchTitle(search);
  const hasOwnOnly = isOwn && table.rows?.length !== 0 && table.rows?.every(isOwn);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ApiCall call={describeCall(call, { query } as never)} />
            {create}
          </>
        }
      />
      {props.children}
      <ListFilters
        list={address}
        texts={texts}
        filters={filters}
        clearable={props.clearable}
        actions={list && <ExportButton list={list} />}
      />
      {bulk && list && (
        <bulk.Bar kind={kind as BulkKind} bulk={bulk} selection={selection} nameOf={nameOf} list={list} />
      )}
      <DataTable
        {...table}
        label={texts.title}
        columns={columns}
        sorting={address.sorting}
        noun={`${kind}s`}
        rowKey={({ id }) => id}
        rowPlace={({ id }) => placeOf(kind, id)}
        selection={list && { ...selection, name: nameOf }}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={noMatchTitle}>
              {texts.noMatchHint}
            </EmptyState>
          ) : (
            first
          )
        }
      />
      {/* The bar with the actions must not cover the last rows. */}
      {selection.rows.length > 0 && <div className="h-28" />}
      {!isFiltered && hasOwnOnly && (
        <div className="mt-4">
          <Card>{first}</Card>
        </div>
      )}
    </>
  );
}
