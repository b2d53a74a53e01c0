import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { Time } from "../../ui/time.tsx";
import { peopleTexts } from "./texts.ts";
import { isEnabled, nameOf, type User } from "./user.ts";

const route = getRouteApi("/people");
const STATES = ["all", "enabled", "disabled"] as const;
type State = (typeof STATES)[number];

export function PeoplePage() {
  const texts = useTexts(peopleTexts);
  const { q, state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    ...(q !== undefined && { search: q }),
    ...(state !== undefined && { enabled: state === "disabled" ? ("false" as const) : ("true" as const) }),
  };
  const pages = usePages("GET /users", { query });
  const isFiltered = q !== undefined || state !== undefined;
  const look = useCallback(
    (change: { readonly q?: string; readonly state?: State }) =>
      void navigate({
        search: (before) => {
          const { q, state } = { ...before, ...change };
          return {
            ...(q !== undefined && q !== "" && { q }),
            ...(state !== undefined && state !== "all" && { state }),
          };
        },
        replace: true,
      }),
    [navigate],
  );
  const lookFor = useCallback((text: string) => look({ q: text.trim() }), [look]);
  const columns: readonly Column<User>[] = [
    { id: "name", header: texts.columns.name, cell: (user) => nameOf(user) },
    { id: "username", header: texts.columns.username, cell: ({ username }) => <code>{username}</code> },
    { id: "email", header: texts.columns.email, cell: ({ email }) => email, from: "tablet" },
    { id: "state", header: texts.columns.state, cell: (user) => <StateBadge user={user} /> },
    {
      id: "created",
      header: texts.columns.created,
      cell: (user) => <Time at={user.created_at} />,
      from: "desktop",
    },
  ];
  const create = (
    <LinkButton kind="primary" icon="plus" to="/people/new">
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
            <ApiCall call={describeCall("GET /users", { query })} />
            {create}
          </>
        }
      />
      <FilterBar onClear={isFiltered ? () => look({ q: "", state: "all" }) : undefined}>
        <SearchInput value={q ?? ""} onChange={lookFor} label={texts.search} placeholder={texts.searchHint} />
        <Select<State>
          label={texts.columns.state}
          className="w-40"
          options={STATES.map((value) => ({ value, label: texts.states[value] }))}
          value={STATES.find((known) => known === state) ?? "all"}
          onChange={(next) => look({ state: next })}
        />
      </FilterBar>
      <DataTable
        label={texts.title}
        columns={columns}
        rows={pages.data?.pages.flatMap(({ body }) => body.items)}
        rowKey={({ id }) => id}
        rowPlace={({ id }) => ({ to: "/people/$id", params: { id } })}
        error={pages.error}
        retry={() => void pages.refetch()}
        stale={pages.isPlaceholderData}
        more={
          pages.hasNextPage
            ? { load: () => void pages.fetchNextPage(), loading: pages.isFetchingNextPage }
            : undefined
        }
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={texts.noMatchTitle}>
              {texts.noMatchHint}
            </EmptyState>
          ) : (
            <EmptyState icon="person" title={texts.noneTitle} action={create}>
              {texts.noneHint}
            </EmptyState>
          )
        }
      />
    </>
  );
}

function StateBadge({ user }: { readonly user: User }) {
  const texts = useTexts(peopleTexts);
  return isEnabled(user) ? (
    <Badge tone="good">{texts.states.enabled}</Badge>
  ) : (
    <Badge tone="warning" icon="blocked">
      {texts.states.disabled}
    </Badge>
  );
}
