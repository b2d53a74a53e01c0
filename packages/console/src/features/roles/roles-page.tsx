import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Chip } from "../../ui/chip.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Time } from "../../ui/time.tsx";
import { ADMINISTRATOR_ROLE, type Role } from "./role.ts";
import { rolesTexts } from "./texts.ts";

const route = getRouteApi("/roles");
const SHOWN_GRANTS = 3;

export function RolesPage() {
  const texts = useTexts(rolesTexts);
  const query = route.useSearch();
  const navigate = route.useNavigate();
  const pages = usePages("GET /roles", { query });
  const create = (
    <LinkButton kind="primary" icon="plus" to="/roles/new">
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
            <ApiCall call={describeCall("GET /roles", { query })} />
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
        columns={useColumns()}
        rows={pages.data?.pages.flatMap(({ body }) => body.items)}
        rowKey={({ name }) => name}
        rowPlace={({ name }) => ({ to: "/roles/$name", params: { name } })}
        empty={
          query.search === undefined ? (
            <EmptyState icon="role" title={texts.noneTitle} action={create}>
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

function useColumns(): readonly Column<Role>[] {
  const texts = useTexts(rolesTexts);
  return [
    {
      id: "name",
      header: texts.columns.name,
      cell: ({ name }) => <span className="whitespace-nowrap">{name}</span>,
    },
    {
      id: "description",
      header: texts.columns.description,
      from: "tablet",
      cell: ({ name, description }) => (
        <span className="text-muted">
          {description} {name === ADMINISTRATOR_ROLE && <Badge icon="lock">{texts.builtIn}</Badge>}
        </span>
      ),
    },
    {
      id: "inherits",
      header: texts.columns.inherits,
      cell: ({ inherits = [] }) => <Few names={inherits} />,
    },
    {
      id: "grants",
      header: texts.columns.grants,
      cell: ({ grants = [] }) => <Few names={grants.map(({ permission }) => permission)} code />,
    },
    {
      id: "changed",
      header: texts.columns.changed,
      from: "desktop",
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ];
}

/** The first few, and how many more there are. */
function Few({ names, code = false }: { readonly names: readonly string[]; readonly code?: boolean }) {
  const texts = useTexts(rolesTexts);
  if (names.length === 0) return <span className="text-muted">–</span>;
  const distinct = [...new Set(names)];
  return (
    <span className="flex flex-wrap items-center gap-1">
      {distinct.slice(0, SHOWN_GRANTS).map((name) => (
        <Chip key={name} code={code} {...(!code && { icon: "role" as const })}>
          {name}
        </Chip>
      ))}
      {distinct.length > SHOWN_GRANTS && (
        <span className="text-sm text-muted">{texts.more(distinct.length - SHOWN_GRANTS)}</span>
      )}
    </span>
  );
}
