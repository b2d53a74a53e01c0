import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import type { Entity } from "../../../api/entities.ts";
import { usePages } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { ListFilters } from "../../../components/lists/list-filters.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { useListAddress } from "../../../components/lists/use-list-address.ts";
import { PermittedButton } from "../../../components/permissions/permitted-button.tsx";
import { inLanguage } from "../../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { KINDS } from "../../../values/kinds.generated.ts";
import { ResourcesTabs } from "../resources-tabs.tsx";
import { resourcesTexts } from "../texts.ts";
import { NewPermissionDialog } from "./new-permission-dialog.tsx";
import { PermissionDrawer } from "./permission-drawer.tsx";
import { permissionsTexts } from "./texts.ts";

const route = getRouteApi("/resources/+permissions");

/** Permissions that belong to no resource. */
export function PermissionsPage() {
  const texts = useTexts(permissionsTexts);
  const resources = useTexts(resourcesTexts);
  const { language } = useLanguage();
  const { open } = route.useSearch();
  const [creating, setCreating] = useState(false);
  const list = useListAddress("permission", { searchedBy: "q" });
  const { query, search } = list;
  const pages = usePages(KINDS.permission.list, { query });
  const columns: readonly Column<Entity<"permission">>[] = [
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
            <ApiCall call={describeCall(KINDS.permission.list, { query })} />
            {create}
          </>
        }
      />
      <ResourcesTabs />
      <p className="mb-4 max-w-prose text-muted">{texts.hint}</p>
      <ListFilters list={list} texts={texts} />
      <DataTable
        label={texts.title}
        columns={columns}
        sorting={list.sorting}
        noun="permissions"
        {...pagedRows(pages)}
        rowKey={({ id }) => id}
        rowPlace={({ name }) => ({
          to: "/resources/+permissions",
          search: {
            ...(search !== undefined && { q: search }),
            ...(query.sort !== undefined && { sort: query.sort }),
            open: name,
          },
        })}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={search === undefined ? "lock" : "search"}
            title={search === undefined ? texts.noneTitle : texts.noMatchTitle}
            action={search === undefined ? create : undefined}
          >
            {search === undefined ? texts.noneHint : texts.noMatchHint}
          </EmptyState>
        }
      />
      <PermissionDrawer name={open} onClose={() => list.change({ open: "" })} />
      {creating && <NewPermissionDialog onClose={() => setCreating(false)} />}
    </>
  );
}
