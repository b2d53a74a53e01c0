import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { describeCall } from "../../api/call-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { AssignmentsTable } from "../../components/assignments/assignments-table.tsx";
import { assignmentsTexts } from "../../components/assignments/texts.ts";
import { useListAddress } from "../../components/lists/use-list-address.ts";
import { PermittedLinkButton } from "../../components/permissions/permitted-link-button.tsx";
import {
  InstancePicker,
  PermissionPicker,
  PrincipalPicker,
  RolePicker,
} from "../../components/principals/pickers.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { LinkButton } from "../../ui/button/link-button.tsx";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";

const route = getRouteApi("/assignments");

/** Lists all assignments, with a filter for each of their members. */
export function AssignmentsPage() {
  const texts = useTexts(assignmentsTexts);
  const { sort: _sort, ...filters } = route.useSearch();
  const list = useListAddress("assignment");
  const { change: updateSearch } = list;
  const query = { ...filters, ...list.query };
  const isFiltered = Object.keys(filters).length > 0;
  const clearFilters = () => updateSearch({ principal: "", role: "", permission: "", at: "" });
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ApiCall call={describeCall("GET /assignments", { query })} />
            <PermittedLinkButton
              kind="primary"
              icon="plus"
              needs="assignments.write"
              to="/assignments/new"
              search={filters}
            >
              {texts.give}
            </PermittedLinkButton>
          </>
        }
      />
      <FilterBar onClear={isFiltered ? clearFilters : undefined}>
        <Filter>
          <PrincipalPicker
            label={texts.filterPrincipal}
            placeholder={texts.filterPrincipal}
            value={query.principal ?? ""}
            onChange={(principal) => updateSearch({ principal })}
          />
        </Filter>
        <Filter>
          <RolePicker
            label={texts.filterRole}
            placeholder={texts.filterRole}
            value={query.role ?? ""}
            onChange={(role) => updateSearch({ role })}
          />
        </Filter>
        <Filter>
          <PermissionPicker
            patterns
            label={texts.filterPermission}
            placeholder={texts.filterPermission}
            value={query.permission ?? ""}
            onChange={(permission) => updateSearch({ permission })}
          />
        </Filter>
        <Filter>
          <InstancePicker
            label={texts.filterAt}
            placeholder={texts.filterAt}
            value={query.at ?? ""}
            onChange={(at) => updateSearch({ at })}
          />
        </Filter>
      </FilterBar>
      <AssignmentsTable
        label={texts.title}
        query={query}
        sorting={list.sorting}
        empty={
          isFiltered ? (
            <EmptyState
              icon="filter"
              title={texts.noMatchTitle}
              action={
                <LinkButton
                  icon="access"
                  to="/check"
                  search={{
                    ...(query.principal !== undefined && { subject: query.principal }),
                    ...(query.permission !== undefined && { permission: query.permission }),
                    ...(query.at !== undefined && { resource: query.at }),
                  }}
                >
                  {texts.openCheck}
                </LinkButton>
              }
            >
              {texts.noMatchHint}
            </EmptyState>
          ) : (
            <EmptyState
              icon="assignment"
              title={texts.noneTitle}
              action={
                <PermittedLinkButton
                  kind="primary"
                  icon="plus"
                  needs="assignments.write"
                  to="/assignments/new"
                >
                  {texts.give}
                </PermittedLinkButton>
              }
            >
              {texts.noneHint}
            </EmptyState>
          )
        }
      />
    </>
  );
}

const Filter = ({ children }: { readonly children: ReactNode }) => (
  <div className="w-full sm:w-40 xl:w-52">{children}</div>
);
