import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Time } from "../../ui/time.tsx";
import { groupsTexts } from "./texts.ts";

const route = getRouteApi("/groups");

export function GroupsPage() {
  const texts = useTexts(groupsTexts);
  const query = route.useSearch();
  const navigate = route.useNavigate();
  const pages = usePages("GET /groups", { query });
  const create = (
    <LinkButton kind="primary" icon="plus" to="/groups/new">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ApiCall call={describeCall("GET /groups", { query })} />
            {create}
          </>
        }
      />
      <FilterBar>
        <SearchInput
          label={texts.search}
          value={query.search ?? ""}
          onChange={(search) => void navigate({ search: search === "" ? {} : { search }, replace: true })}
        />
      </FilterBar>
      <DataTable
        label={texts.title}
        columns={[
          { id: "name", header: texts.columns.name, cell: ({ name }) => name },
          {
            id: "description",
            header: texts.columns.description,
            cell: ({ description }) => <span className="text-muted">{description ?? "–"}</span>,
          },
          {
            id: "changed",
            header: texts.columns.changed,
            from: "tablet",
            cell: ({ updated_at }) => <Time at={updated_at} />,
          },
        ]}
        rows={pages.data?.pages.flatMap(({ body }) => body.items)}
        rowKey={({ name }) => name}
        rowPlace={({ name }) => ({ to: "/groups/$name", params: { name } })}
        empty={
          query.search === undefined ? (
            <EmptyState icon="group" title={texts.noneTitle} action={create}>
              {texts.noneHint}
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={texts.noMatchTitle(query.search)}>
              {texts.noMatchHint}
            </EmptyState>
          )
        }
        error={pages.error}
        retry={() => void pages.refetch()}
        stale={pages.isPlaceholderData}
        more={
          pages.hasNextPage
            ? { load: () => void pages.fetchNextPage(), loading: pages.isFetchingNextPage }
            : undefined
        }
      />
    </>
  );
}
