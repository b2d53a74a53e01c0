import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { parseSort } from "../../../components/lists/sorting.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Chip } from "../../../ui/display/chip.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { SearchInput } from "../../../ui/form/search-input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { useApplication } from "../application-context.ts";
import { type AccessAccount, accessKeyOf, accountNameOf } from "./access-account.ts";
import { AccessAccountDrawer } from "./access-account-drawer.tsx";
import { AccountState } from "./account-state.tsx";
import { NewAccessAccountDialog } from "./new-access-account-dialog.tsx";
import { credentialsTexts } from "./texts.ts";

const route = getRouteApi("/applications/$clientId/credentials");
const PER_PAGE = 25;
const SORTS = ["name", "access_key", "enabled", "expires_at"] as const;
const LIST = "GET /applications/{client_id}/access-accounts";

export function AccessAccounts() {
  const texts = useTexts(credentialsTexts);
  const { clientId, editable } = useApplication();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const sort = parseSort(filters.sort, SORTS);
  const given = {
    params: { client_id: clientId },
    query: {
      limit: PER_PAGE,
      ...(sort !== undefined && { sort }),
      ...(filters.search !== undefined && { search: filters.search }),
      ...(filters.state !== undefined && {
        enabled: filters.state === "enabled",
      }),
    },
  };
  const pages = usePages(LIST, given);
  const filtered = filters.search !== undefined || filters.state !== undefined;
  const onSearch = useCallback(
    (search: string) =>
      void navigate({ search: (before) => ({ ...before, search: search || undefined }), replace: true }),
    [navigate],
  );
  const add = editable && (
    <Button icon="plus" onClick={() => setAdding(true)}>
      {texts.addAccount}
    </Button>
  );
  return (
    <Section
      title={texts.accounts}
      description={texts.accountsHint}
      frame="bare"
      actions={
        <>
          <ApiCall call={describeCall(LIST, given)} />
          {add}
        </>
      }
    >
      <FilterBar
        onClear={
          filtered
            ? () =>
                void navigate({ search: (before) => ({ ...before, search: undefined, state: undefined }) })
            : undefined
        }
      >
        <SearchInput value={filters.search ?? ""} onChange={onSearch} label={texts.searchAccounts} />
        <Select
          className="w-40"
          label={texts.state}
          value={filters.state ?? "any"}
          onChange={(state) =>
            void navigate({ search: (before) => ({ ...before, state: state === "any" ? undefined : state }) })
          }
          options={[
            { value: "any", label: texts.anyState },
            { value: "enabled", label: texts.onlyEnabled },
            { value: "disabled", label: texts.onlyDisabled },
          ]}
        />
      </FilterBar>
      <DataTable
        label={texts.accounts}
        columns={columnsIn(texts)}
        sorting={{
          sort: sort ?? "name",
          onSort: (next) =>
            void navigate({
              search: (before) => ({ ...before, sort: next === "name" ? undefined : next }),
              replace: true,
            }),
        }}
        noun="accessAccounts"
        {...pagedRows(pages)}
        rowKey={accessKeyOf}
        rowPlace={(account) => ({
          to: "/applications/$clientId/credentials",
          params: { clientId },
          search: { ...filters, account: accessKeyOf(account) },
        })}
        skeletonRows={3}
        empty={
          filtered ? (
            <EmptyState icon="search" title={texts.noneFound} />
          ) : (
            <EmptyState icon="key" title={texts.noAccounts} action={add}>
              {texts.noAccountsHint}
            </EmptyState>
          )
        }
      />
      {adding && <NewAccessAccountDialog onClose={() => setAdding(false)} />}
      {filters.account !== undefined && (
        <AccessAccountDrawer
          key={filters.account}
          accessKey={filters.account}
          onClose={() =>
            void navigate({ search: (before) => ({ ...before, account: undefined }), resetScroll: false })
          }
        />
      )}
    </Section>
  );
}

const columnsIn = (texts: (typeof credentialsTexts)["en"]): readonly Column<AccessAccount>[] => [
  { id: "name", header: texts.name, sort: "name", cell: accountNameOf },
  {
    id: "key",
    header: texts.accessKey,
    sort: "access_key",
    cell: (account) => <code className="text-sm text-muted">{accessKeyOf(account)}</code>,
  },
  {
    id: "ceiling",
    header: texts.ceiling,
    from: "tablet",
    cell: ({ ceiling }) => <Ceiling ceiling={ceiling} texts={texts} />,
  },
  {
    id: "state",
    header: texts.state,
    sort: "enabled",
    cell: (account) => <AccountState account={account} />,
  },
  {
    id: "expires",
    header: texts.expires,
    sort: "expires_at",
    align: "end",
    from: "tablet",
    cell: ({ expires_at }) => <Time at={expires_at} never={texts.neverExpires} />,
  },
];

const SHOWN = 3;

function Ceiling({
  ceiling,
  texts,
}: {
  readonly ceiling: readonly string[] | undefined;
  readonly texts: (typeof credentialsTexts)["en"];
}) {
  if (ceiling === undefined) return <span className="text-muted">{texts.noCeiling}</span>;
  if (ceiling.length === 0) return <span className="text-muted">{texts.ceilingNothing}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {ceiling.slice(0, SHOWN).map((permission) => (
        <Chip key={permission} code>
          {permission}
        </Chip>
      ))}
      {ceiling.length > SHOWN && <span className="text-sm text-muted">+{ceiling.length - SHOWN}</span>}
    </span>
  );
}
