import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { useMay } from "../../../auth/may.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { useShown } from "../../../components/pages/entity-context.ts";
import { InstancePicker } from "../../../components/principals/pickers.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { mergeSearch } from "../../../values/merge-search.ts";
import { ExplainDrawer } from "./explain-drawer.tsx";
import type { Held } from "./grant-path.ts";
import { ResourcePicker } from "./resource-picker.tsx";
import { Source } from "./source.tsx";
import { permissionsTexts } from "./texts.ts";

const route = getRouteApi("/users/$id/permissions");

/** Lists the effective permissions of the user with their grant paths. */
export function PermissionsTab() {
  const texts = useTexts(permissionsTexts);
  const user = useShown("user").value;
  const { id } = route.useParams();
  const { resource, at, explain } = route.useSearch();
  const navigate = route.useNavigate();
  const asked = at ?? resource;
  // Without this permission the API refuses a list with grant paths; the list alone is still readable.
  const mayExplain = useMay()("explain");
  const body = {
    subject: `user:${user.id}`,
    explain: mayExplain,
    ...(asked !== undefined && { resource: asked }),
  };
  const pages = usePages("POST /list/permissions", { body });

  const updateSearch = useCallback(
    (change: { readonly resource?: string; readonly at?: string; readonly explain?: string }) =>
      void navigate({
        search: (before) => mergeSearch(before, change),
        replace: true,
      }),
    [navigate],
  );
  const kept = { ...(resource !== undefined && { resource }), ...(at !== undefined && { at }) };

  const grantPathColumns: readonly Column<Held>[] = [
    { id: "from", header: texts.from, cell: ({ via }) => via && <Source path={via} /> },
    {
      id: "where",
      header: texts.where,
      cell: ({ via }) =>
        via?.assignment.at === undefined ? (
          <span className="text-muted">{texts.everywhere}</span>
        ) : (
          <code>{via.assignment.at}</code>
        ),
      from: "tablet",
    },
    {
      id: "condition",
      header: texts.condition,
      cell: ({ via }) => via && via.conditions.length > 0 && <Badge icon="code">{texts.conditional}</Badge>,
      from: "desktop",
    },
  ];
  const columns: readonly Column<Held>[] = [
    {
      id: "permission",
      header: texts.permission,
      cell: ({ permission }) => <code className="whitespace-nowrap">{permission}</code>,
    },
    ...(mayExplain ? grantPathColumns : []),
    {
      id: "until",
      header: texts.until,
      cell: (held) => <Time at={held.expires_at} never={texts.permanently} />,
      className: "whitespace-nowrap",
      from: "tablet",
    },
  ];

  return (
    <Section
      title={texts.title}
      description={mayExplain ? texts.description : texts.listOnly}
      frame="bare"
      actions={<ApiCall call={describeCall("POST /list/permissions", { body })} />}
    >
      <FilterBar onClear={asked === undefined ? undefined : () => updateSearch({ resource: "", at: "" })}>
        <div className="w-full sm:w-64">
          <ResourcePicker
            label={texts.filterResource}
            value={resource ?? ""}
            onChange={(next) => updateSearch({ resource: next, at: "" })}
          />
        </div>
        <div className="w-full sm:w-64">
          <InstancePicker
            label={texts.filterAt}
            placeholder={texts.filterAt}
            value={at ?? ""}
            onChange={(next) => updateSearch({ at: next, resource: "" })}
          />
        </div>
      </FilterBar>
      <DataTable
        label={texts.title}
        columns={columns}
        {...pagedRows(pages)}
        rowKey={({ permission }) => permission}
        {...(mayExplain && {
          rowPlace: ({ permission }: Held) => ({
            to: "/users/$id/permissions",
            params: { id },
            search: { ...kept, explain: permission },
          }),
        })}
        empty={
          <EmptyState icon="lock" title={asked === undefined ? texts.noneTitle : texts.noneHereTitle}>
            {asked === undefined ? texts.noneHint : texts.noneHereHint}
          </EmptyState>
        }
      />
      <ExplainDrawer
        userId={user.id}
        permission={mayExplain ? explain : undefined}
        at={at}
        onClose={() => {
          updateSearch({ explain: "" });
          // The drawer read a newer decision than the list.
          void pages.refetch();
        }}
      />
    </Section>
  );
}
