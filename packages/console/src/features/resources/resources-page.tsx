import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import type { Column } from "../../components/lists/data-table.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { parseSort } from "../../components/lists/sorting.ts";
import { inLanguage } from "../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { mergeSearch } from "../../values/merge-search.ts";
import { DEFAULT_ALGORITHM, isOwn, type Resource } from "./resource.ts";
import { ResourcesTabs } from "./resources-tabs.tsx";
import { resourcesTexts } from "./texts.ts";

const route = getRouteApi("/resources");
const SHOWN_ACTIONS = 3;
const SORTS = ["name", "identifier", "signing_alg"] as const;

export function ResourcesPage() {
  const texts = useTexts(resourcesTexts);
  const { language } = useLanguage();
  const { q, sort: sortText } = route.useSearch();
  const sort = parseSort(sortText, SORTS);
  const navigate = route.useNavigate();
  const query = { ...(q !== undefined && { search: q }), ...(sort !== undefined && { sort }) };
  const pages = usePages("GET /resources", { query });
  const updateSearch = useCallback(
    (change: { readonly q?: string; readonly sort?: string }) =>
      void navigate({ search: (before) => mergeSearch(before, change), replace: true }),
    [navigate],
  );
  const searchFor = useCallback((text: string) => updateSearch({ q: text.trim() }), [updateSearch]);
  const columns: readonly Column<Resource>[] = [
    {
      id: "name",
      header: texts.name,
      sort: "name",
      cell: (resource) => (
        <span className="inline-flex items-center gap-2">
          {resource.name}
          {isOwn(resource) && <Badge>{texts.own}</Badge>}
        </span>
      ),
    },
    {
      id: "display_name",
      header: texts.displayName,
      cell: ({ display_name }) => (display_name ? inLanguage(display_name, language) : "–"),
      from: "tablet",
    },
    {
      id: "identifier",
      header: texts.identifier,
      sort: "identifier",
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
      sort: "signing_alg",
      cell: ({ signing_alg = DEFAULT_ALGORITHM }) => signing_alg,
      from: "desktop",
    },
  ];
  return (
    <ListPage
      title={texts.title}
      description={texts.description}
      call={describeCall("GET /resources", { query })}
      create={{ label: texts.create, place: { to: "/resources/+new" } }}
      filters={
        <SearchInput
          value={q ?? ""}
          onChange={searchFor}
          label={texts.search}
          placeholder={texts.searchHint}
        />
      }
      isFiltered={q !== undefined}
      onClearFilters={q === undefined ? undefined : () => searchFor("")}
      pages={pages}
      columns={columns}
      sorting={{
        sort: sort ?? "name",
        onSort: (next) => updateSearch({ sort: next === "name" ? "" : next }),
      }}
      noun="resources"
      rowKey={({ id }) => id}
      rowPlace={({ name }) => ({ to: "/resources/$name", params: { name } })}
      none={{ icon: "resource", title: texts.noneTitle, hint: texts.noneHint }}
      noMatch={{ title: texts.noMatchTitle, hint: texts.noMatchHint }}
      isOwn={isOwn}
    >
      <ResourcesTabs />
    </ListPage>
  );
}

/** Shows the first few actions and the number of the others: a resource may have a hundred. */
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
