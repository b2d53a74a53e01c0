import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { ADMINISTRATOR_ROLE, type Role } from "../../components/access/role.ts";
import { ExportButton } from "../../components/bulk/export-button.tsx";
import type { Column } from "../../components/lists/data-table.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useRowSelection } from "../../components/lists/row-selection.ts";
import { parseSort } from "../../components/lists/sorting.ts";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Time } from "../../ui/display/time.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { mergeSearch } from "../../values/merge-search.ts";
import { exportedRoles, RoleBulkBar } from "./role-bulk-bar.tsx";

const route = getRouteApi("/roles");
const SORTS = ["name", "updated_at"] as const;
const SHOWN_GRANTS = 3;

export function RolesPage() {
  const texts = useTexts(rolesTexts);
  const { search, sort: sortText } = route.useSearch();
  const sort = parseSort(sortText, SORTS);
  const query = { ...(search !== undefined && { search }), ...(sort !== undefined && { sort }) };
  const navigate = route.useNavigate();
  const updateSearch = (change: { readonly search?: string; readonly sort?: string }) =>
    void navigate({ search: (before) => mergeSearch(before, change), replace: true });
  const pages = usePages("GET /roles", { query });
  const selection = useRowSelection<Role>({
    keyOf: ({ name }) => name,
    scope: JSON.stringify(query),
  });
  const list = exportedRoles(query);
  return (
    <ListPage
      title={texts.title}
      description={texts.description}
      call={describeCall("GET /roles", { query })}
      create={{ label: texts.create, place: { to: "/roles/+new" } }}
      filters={
        <SearchInput
          label={texts.search}
          value={search ?? ""}
          onChange={(text) => updateSearch({ search: text })}
        />
      }
      isFiltered={search !== undefined}
      pages={pages}
      sorting={{
        sort: sort ?? "name",
        onSort: (next) => updateSearch({ sort: next === "name" ? "" : next }),
      }}
      noun="roles"
      columns={useColumns()}
      rowKey={({ name }) => name}
      selection={{ ...selection, name: ({ name }) => name }}
      bulk={<RoleBulkBar selection={selection} list={list} />}
      tools={<ExportButton list={list} />}
      rowPlace={({ name }) => ({ to: "/roles/$name", params: { name } })}
      none={{ icon: "role", title: texts.noneTitle, hint: texts.noneHint }}
      noMatch={{ title: texts.noMatchTitle(search ?? ""), hint: texts.noMatchHint }}
    />
  );
}

function useColumns(): readonly Column<Role>[] {
  const texts = useTexts(rolesTexts);
  return [
    {
      id: "name",
      header: texts.columns.name,
      sort: "name",
      cell: ({ name }) => name,
    },
    {
      id: "description",
      header: texts.columns.description,
      from: "tablet",
      cell: ({ name, description }) => (
        <span className="text-muted">
          <Clamped text={description ?? "–"} className="max-w-40 xl:max-w-sm" />
          {name === ADMINISTRATOR_ROLE && <Badge icon="lock">{texts.builtIn}</Badge>}
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
      sort: "-updated_at",
      from: "desktop",
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ];
}

/** Shows the first few names and the number of the others. */
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
