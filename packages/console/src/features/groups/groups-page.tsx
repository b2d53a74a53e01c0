import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { ExportButton } from "../../components/bulk/export-button.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useRowSelection } from "../../components/lists/row-selection.ts";
import { parseSort } from "../../components/lists/sorting.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Time } from "../../ui/display/time.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { mergeSearch } from "../../values/merge-search.ts";
import { exportedGroups, type Group, GroupBulkBar } from "./group-bulk-bar.tsx";
import { groupsTexts } from "./texts.ts";

const route = getRouteApi("/groups");
const SORTS = ["name", "updated_at"] as const;

export function GroupsPage() {
  const texts = useTexts(groupsTexts);
  const { search, sort: sortText } = route.useSearch();
  const sort = parseSort(sortText, SORTS);
  const query = { ...(search !== undefined && { search }), ...(sort !== undefined && { sort }) };
  const navigate = route.useNavigate();
  const updateSearch = (change: { readonly search?: string; readonly sort?: string }) =>
    void navigate({ search: (before) => mergeSearch(before, change), replace: true });
  const pages = usePages("GET /groups", { query });
  const selection = useRowSelection<Group>({ keyOf: ({ name }) => name, scope: JSON.stringify(query) });
  const list = exportedGroups(query);
  return (
    <ListPage
      title={texts.title}
      description={texts.description}
      call={describeCall("GET /groups", { query })}
      create={{ label: texts.create, place: { to: "/groups/+new" } }}
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
      noun="groups"
      columns={[
        { id: "name", header: texts.columns.name, sort: "name", cell: ({ name }) => name },
        {
          id: "description",
          header: texts.columns.description,
          cell: ({ description }) => (
            <Clamped text={description ?? "–"} className="max-w-64 text-muted xl:max-w-xl" />
          ),
        },
        {
          id: "changed",
          header: texts.columns.changed,
          sort: "-updated_at",
          from: "tablet",
          cell: ({ updated_at }) => <Time at={updated_at} />,
        },
      ]}
      rowKey={({ name }) => name}
      selection={{ ...selection, name: ({ name }) => name }}
      bulk={<GroupBulkBar selection={selection} list={list} />}
      tools={<ExportButton list={list} />}
      rowPlace={({ name }) => ({ to: "/groups/$name", params: { name } })}
      none={{ icon: "group", title: texts.noneTitle, hint: texts.noneHint }}
      noMatch={{ title: texts.noMatchTitle(search ?? ""), hint: texts.noMatchHint }}
    />
  );
}
