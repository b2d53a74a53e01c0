import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { parseSort } from "../../../components/lists/sorting.ts";
import { PermittedButton } from "../../../components/permissions/permitted-button.tsx";
import { inLanguage } from "../../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { SearchInput } from "../../../ui/form/search-input.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { mergeSearch } from "../../../values/merge-search.ts";
import { ResourcesTabs } from "../resources-tabs.tsx";
import { resourcesTexts } from "../texts.ts";
import { NewPermissionDialog } from "./new-permission-dialog.tsx";
import { PermissionDrawer } from "./permission-drawer.tsx";
import { permissionsTexts } from "./texts.ts";

const route = getRouteApi("/resources/+permissions");
const SORTS = ["name", "updated_at"] as const;
type Permission = AnswerOf<"GET /permissions/{name}">;

/** Permissions that belong to no resource. */
export function PermissionsPage() {
  const texts = useTexts(permissionsTexts);
  const resources = useTexts(resourcesTexts);
  const { language } = useLanguage();
  const { q, open, sort: sortText } = route.useSearch();
  const sort = parseSort(sortText, SORTS);
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const query = { ...(q !== undefined && { search: q }), ...(sort !== undefined && { sort }) };
  const pages = usePages("GET /permissions", { query });
  const updateSearch = useCallback(
    (change: { readonly q?: string; readonly open?: string; readonly sort?: string }) =>
      void navigate({
        search: (before) => mergeSearch(before, change),
        replace: true,
      }),
    [navigate],
  );
  const searchFor = useCallback((text: string) => updateSearch({ q: text.trim() }), [updateSearch]);
  const columns: readonly Column<Permission>[] = [
    { id: "name", header: texts.name, sort: "name", cell: ({ name }) => <code>{name}</code> },
    {
      id: "description",
      header: texts.description,
      cell: (permission) => inLanguage(permission.description, language),
    },
    {
      id: "updated",
      header: texts.updated,
      sort: "-updated_at",
      cell: (permission) => <Time at={permission.updated_at} />,
      from: "tablet",
    },
  ];
  const create = (
    <PermittedButton kind="primary" icon="plus" needs="permissions.write" onClick={() => setCreating(true)}>
      {texts.create}
    </PermittedButton>
  );
  return (
    <>
      <PageHeader
        title={resources.title}
        description={resources.description}
        actions={
          <>
            <ApiCall call={describeCall("GET /permissions", { query })} />
            {create}
          </>
        }
      />
      <ResourcesTabs />
      <p className="mb-4 max-w-prose text-muted">{texts.hint}</p>
      <FilterBar onClear={q === undefined ? undefined : () => updateSearch({ q: "" })}>
        <SearchInput value={q ?? ""} onChange={searchFor} label={texts.search} />
      </FilterBar>
      <DataTable
        label={texts.title}
        columns={columns}
        sorting={{
          sort: sort ?? "name",
          onSort: (next) => updateSearch({ sort: next === "name" ? "" : next }),
        }}
        noun="permissions"
        {...pagedRows(pages)}
        rowKey={({ id }) => id}
        rowPlace={({ name }) => ({
          to: "/resources/+permissions",
          search: { ...(q !== undefined && { q }), ...(sort !== undefined && { sort }), open: name },
        })}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={q === undefined ? "lock" : "search"}
            title={q === undefined ? texts.noneTitle : texts.noMatchTitle}
            action={q === undefined ? create : undefined}
          >
            {q === undefined ? texts.noneHint : texts.noMatchHint}
          </EmptyState>
        }
      />
      <PermissionDrawer name={open} onClose={() => updateSearch({ open: "" })} />
      {creating && <NewPermissionDialog onClose={() => setCreating(false)} />}
    </>
  );
}
