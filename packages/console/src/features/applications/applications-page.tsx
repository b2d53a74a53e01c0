import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { may } from "../../auth/may.ts";
import { ExportButton } from "../../components/bulk/export-button.tsx";
import type { Column } from "../../components/lists/data-table.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useRowSelection } from "../../components/lists/row-selection.ts";
import { parseSort } from "../../components/lists/sorting.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Time } from "../../ui/display/time.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { APPLICATION_TYPES, type Application, clientIdOf, isOwn, nameOf } from "./application.ts";
import { ApplicationState } from "./application-state.tsx";
import { ApplicationBulkBar } from "./bulk/application-bulk-bar.tsx";
import { exportedApplications } from "./bulk/exported-applications.ts";
import { applicationsTexts } from "./texts.ts";

const route = getRouteApi("/applications");
const PER_PAGE = 50;
const SORTS = ["name", "client_id", "type", "enabled", "updated_at"] as const;

export function ApplicationsPage() {
  const texts = useTexts(applicationsTexts);
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const sort = parseSort(filters.sort, SORTS);
  const query = {
    limit: PER_PAGE,
    ...(sort !== undefined && { sort }),
    ...(filters.search !== undefined && { search: filters.search }),
    ...(filters.type !== undefined && { type: filters.type }),
    ...(filters.state !== undefined && {
      enabled: filters.state === "enabled",
    }),
  };
  const pages = usePages("GET /applications", { query });
  const selection = useRowSelection<Application>({
    keyOf: clientIdOf,
    scope: JSON.stringify(query),
    canSelect: (application) => !isOwn(application),
  });
  const list = exportedApplications(query);
  const isFiltered =
    filters.search !== undefined || filters.type !== undefined || filters.state !== undefined;
  const onSearch = useCallback(
    (search: string) =>
      void navigate({ search: (before) => ({ ...before, search: search || undefined }), replace: true }),
    [navigate],
  );
  return (
    <ListPage
      title={texts.title}
      description={texts.lead}
      call={describeCall("GET /applications", { query })}
      create={
        may("applications.write") ? { label: texts.add, place: { to: "/applications/+new" } } : undefined
      }
      filters={
        <>
          <SearchInput value={filters.search ?? ""} onChange={onSearch} label={texts.search} />
          <Select
            className="w-44"
            label={texts.typeFilter}
            value={filters.type ?? "any"}
            onChange={(type) =>
              void navigate({ search: (before) => ({ ...before, type: type === "any" ? undefined : type }) })
            }
            options={[
              { value: "any", label: texts.anyType },
              ...APPLICATION_TYPES.map((type) => ({ value: type, label: texts.types[type].name })),
            ]}
          />
          <Select
            className="w-40"
            label={texts.stateFilter}
            value={filters.state ?? "any"}
            onChange={(state) =>
              void navigate({
                search: (before) => ({ ...before, state: state === "any" ? undefined : state }),
              })
            }
            options={[
              { value: "any", label: texts.anyState },
              { value: "enabled", label: texts.onlyEnabled },
              { value: "disabled", label: texts.onlyDisabled },
            ]}
          />
        </>
      }
      isFiltered={isFiltered}
      onClearFilters={
        isFiltered
          ? () =>
              void navigate({
                search: (before) => ({ ...before, search: undefined, type: undefined, state: undefined }),
              })
          : undefined
      }
      pages={pages}
      columns={columnsIn(texts)}
      sorting={{
        sort: sort ?? "name",
        onSort: (next) =>
          void navigate({
            search: (before) => ({ ...before, sort: next === "name" ? undefined : next }),
            replace: true,
          }),
      }}
      noun="applications"
      rowKey={clientIdOf}
      selection={{ ...selection, name: nameOf }}
      bulk={<ApplicationBulkBar selection={selection} list={list} />}
      tools={<ExportButton list={list} />}
      rowPlace={(application) => ({
        to: "/applications/$clientId",
        params: { clientId: clientIdOf(application) },
      })}
      none={{ icon: "application", title: texts.empty, hint: texts.emptyHint }}
      noMatch={{ title: texts.noneFound, hint: texts.noneFoundHint }}
      isOwn={isOwn}
    />
  );
}

const columnsIn = (texts: (typeof applicationsTexts)["en"]): readonly Column<Application>[] => [
  { id: "name", header: texts.columns.name, sort: "name", cell: nameOf },
  {
    id: "client_id",
    header: texts.columns.clientId,
    sort: "client_id",
    cell: (application) => (
      <Clamped code text={clientIdOf(application)} className="max-w-40 text-sm text-muted xl:max-w-64" />
    ),
  },
  { id: "type", header: texts.columns.type, sort: "type", cell: ({ type }) => texts.types[type].name },
  {
    id: "state",
    header: texts.columns.state,
    sort: "enabled",
    cell: (application) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <ApplicationState application={application} />
        {isOwn(application) && <Badge tone="info">{texts.own}</Badge>}
      </span>
    ),
  },
  {
    id: "updated",
    header: texts.columns.updated,
    sort: "-updated_at",
    align: "end",
    from: "tablet",
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
];
