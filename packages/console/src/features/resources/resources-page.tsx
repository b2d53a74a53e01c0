import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { DEFAULT_ALGORITHM, isOwn, type Resource } from "./resource.ts";
import { ResourcesTabs } from "./resources-tabs.tsx";
import { resourcesTexts } from "./texts.ts";

const route = getRouteApi("/resources");
const SHOWN_ACTIONS = 3;

export function ResourcesPage() {
  const texts = useTexts(resourcesTexts);
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = q === undefined ? {} : { search: q };
  const pages = usePages("GET /resources", { query });
  const rows = pages.data?.pages.flatMap(({ body }) => body.items);
  const look = useCallback(
    (text: string) => void navigate({ search: text.trim() === "" ? {} : { q: text.trim() }, replace: true }),
    [navigate],
  );
  const columns: readonly Column<Resource>[] = [
    {
      id: "name",
      header: texts.name,
      cell: (resource) => (
        <span className="inline-flex items-center gap-2">
          {resource.name}
          {isOwn(resource) && <Badge>{texts.own}</Badge>}
        </span>
      ),
    },
    {
      id: "identifier",
      header: texts.identifier,
      cell: ({ identifier }) => (
        <code title={identifier} className="block max-w-56 truncate text-muted xl:max-w-96">
          {identifier}
        </code>
      ),
      from: "tablet",
    },
    { id: "actions", header: texts.actions, cell: (resource) => <ActionNames resource={resource} /> },
    {
      id: "algorithm",
      header: texts.algorithm,
      cell: ({ signing_alg = DEFAULT_ALGORITHM }) => signing_alg,
      from: "desktop",
    },
  ];
  const create = (
    <LinkButton kind="primary" icon="plus" to="/resources/+new">
      {texts.create}
    </LinkButton>
  );
  const first = (
    <EmptyState title={texts.noneTitle} action={create}>
      {texts.noneHint}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ApiCall call={describeCall("GET /resources", { query })} />
            {create}
          </>
        }
      />
      <ResourcesTabs />
      <FilterBar onClear={q === undefined ? undefined : () => look("")}>
        <SearchInput value={q ?? ""} onChange={look} label={texts.search} placeholder={texts.searchHint} />
      </FilterBar>
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowPlace={({ name }) => ({ to: "/resources/$name", params: { name } })}
        error={pages.error}
        retry={() => void pages.refetch()}
        stale={pages.isPlaceholderData}
        more={
          pages.hasNextPage
            ? { load: () => void pages.fetchNextPage(), loading: pages.isFetchingNextPage }
            : undefined
        }
        empty={
          q === undefined ? (
            first
          ) : (
            <EmptyState icon="search" title={texts.noMatchTitle}>
              {texts.noMatchHint}
            </EmptyState>
          )
        }
      />
      {/* Licet's own is always there, and teaches nobody what to do. */}
      {q === undefined && rows?.every(isOwn) && rows.length > 0 && (
        <div className="mt-4">
          <Card>{first}</Card>
        </div>
      )}
    </>
  );
}

/** The first few, and how many more there are: a resource may have a hundred. */
function ActionNames({ resource }: { readonly resource: Resource }) {
  const names = Object.keys(resource.actions);
  const more = names.length - SHOWN_ACTIONS;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {names.slice(0, SHOWN_ACTIONS).map((name) => (
        <code key={name} className="rounded-small border bg-inset px-1.5 text-xs">
          {name}
        </code>
      ))}
      {more > 0 && <span className="text-sm text-muted">+{more}</span>}
    </span>
  );
}
