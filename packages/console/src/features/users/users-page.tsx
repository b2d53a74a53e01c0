import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
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
import { exportedUsers } from "./bulk/exported-users.ts";
import { UserBulkBar } from "./bulk/user-bulk-bar.tsx";
import { userTexts } from "./texts.ts";
import { isEnabled, nameOf, type User } from "./user.ts";

const route = getRouteApi("/users");
const STATES = ["all", "enabled", "disabled"] as const;
const SORTS = ["name", "username", "email", "enabled", "created_at"] as const;
type State = (typeof STATES)[number];

export function UsersPage() {
  const texts = useTexts(userTexts);
  const { q, state: named, sort: sortText } = route.useSearch();
  const state = STATES.find((known) => known === named && known !== "all");
  const sort = parseSort(sortText, SORTS);
  const navigate = route.useNavigate();
  const query = {
    ...(q !== undefined && { search: q }),
    ...(state !== undefined && { enabled: state !== "disabled" }),
    ...(sort !== undefined && { sort }),
  };
  const pages = usePages("GET /users", { query });
  const selection = useRowSelection<User>({ keyOf: ({ id }) => id, scope: JSON.stringify(query) });
  const list = exportedUsers(query);
  const isFiltered = q !== undefined || state !== undefined;
  const updateSearch = useCallback(
    (change: { readonly q?: string; readonly state?: State; readonly sort?: string }) =>
      void navigate({
        search: (before) => {
          const { q, state, sort } = { ...before, ...change };
          return {
            ...(q !== undefined && q !== "" && { q }),
            ...(state !== undefined && state !== "all" && { state }),
            ...(sort !== undefined && sort !== "name" && { sort }),
          };
        },
        replace: true,
      }),
    [navigate],
  );
  const searchFor = useCallback((text: string) => updateSearch({ q: text.trim() }), [updateSearch]);
  const columns: readonly Column<User>[] = [
    { id: "name", header: texts.columns.name, sort: "name", cell: (user) => nameOf(user) },
    {
      id: "username",
      header: texts.columns.username,
      sort: "username",
      cell: ({ username }) => <Clamped code text={username} />,
    },
    { id: "email", header: texts.columns.email, sort: "email", cell: ({ email }) => email, from: "tablet" },
    { id: "state", header: texts.columns.state, sort: "enabled", cell: (user) => <StateBadge user={user} /> },
    {
      id: "created",
      header: texts.columns.created,
      sort: "-created_at",
      cell: (user) => <Time at={user.created_at} />,
      from: "desktop",
    },
  ];
  return (
    <ListPage
      title={texts.title}
      description={texts.description}
      call={describeCall("GET /users", { query })}
      create={{ label: texts.create, place: { to: "/users/+new" } }}
      filters={
        <>
          <SearchInput
            value={q ?? ""}
            onChange={searchFor}
            label={texts.search}
            placeholder={texts.searchHint}
          />
          <Select<State>
            label={texts.columns.state}
            className="w-40"
            options={STATES.map((value) => ({ value, label: texts.states[value] }))}
            value={state ?? "all"}
            onChange={(next) => updateSearch({ state: next })}
          />
        </>
      }
      isFiltered={isFiltered}
      onClearFilters={isFiltered ? () => updateSearch({ q: "", state: "all" }) : undefined}
      pages={pages}
      columns={columns}
      sorting={{ sort: sort ?? "name", onSort: (next) => updateSearch({ sort: next }) }}
      noun="users"
      rowKey={({ id }) => id}
      selection={{ ...selection, name: nameOf }}
      bulk={<UserBulkBar selection={selection} list={list} />}
      tools={<ExportButton list={list} />}
      rowPlace={({ id }) => ({ to: "/users/$id", params: { id } })}
      none={{ icon: "person", title: texts.noneTitle, hint: texts.noneHint }}
      noMatch={{ title: texts.noMatchTitle, hint: texts.noMatchHint }}
    />
  );
}

function StateBadge({ user }: { readonly user: User }) {
  const texts = useTexts(userTexts);
  return isEnabled(user) ? (
    <Badge tone="good">{texts.states.enabled}</Badge>
  ) : (
    <Badge tone="warning" icon="blocked">
      {texts.states.disabled}
    </Badge>
  );
}
