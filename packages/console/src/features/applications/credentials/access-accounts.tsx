import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { ListFilters } from "../../../components/lists/list-filters.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { useListAddress } from "../../../components/lists/use-list-address.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Chip } from "../../../ui/display/chip.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { KINDS } from "../../../values/kinds.generated.ts";
import { mergeSearch } from "../../../values/merge-search.ts";
import { useApplication } from "../use-application.ts";
import { type AccessAccount, accountNameOf } from "./access-account.ts";
import { AccessAccountDrawer } from "./access-account-drawer.tsx";
import { AccountState } from "./account-state.tsx";
import { NewAccessAccountDialog } from "./new-access-account-dialog.tsx";
import { credentialsTexts } from "./texts.ts";

const route = getRouteApi("/applications/$clientId/credentials");
const PER_PAGE = 25;
const { list: LIST } = KINDS.access_account;

export function AccessAccounts() {
  const texts = useTexts(credentialsTexts);
  const { clientId, editable } = useApplication();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const filters = [
    {
      by: "enabled",
      name: "state",
      label: texts.state,
      className: "w-40",
      any: texts.anyState,
      choices: { enabled: texts.onlyEnabled, disabled: texts.onlyDisabled },
    },
  ] as const;
  const list = useListAddress("access_account", { filters, limit: PER_PAGE });
  const given = { params: { client_id: clientId }, query: list.query };
  const pages = usePages(LIST, given);
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
      <ListFilters list={list} texts={{ search: texts.searchAccounts }} filters={filters} />
      <DataTable
        label={texts.accounts}
        columns={columnsIn(texts)}
        sorting={list.sorting}
        noun="accessAccounts"
        {...pagedRows(pages)}
        rowKey={({ id }) => id}
        rowPlace={({ access_key }) => ({
          to: "/applications/$clientId/credentials",
          params: { clientId },
          search: { ...address, account: access_key },
        })}
        skeletonRows={3}
        empty={
          list.isFiltered ? (
            <EmptyState icon="search" title={texts.noneFound} />
          ) : (
            <EmptyState icon="key" title={texts.noAccounts} action={add}>
              {texts.noAccountsHint}
            </EmptyState>
          )
        }
      />
      {adding && <NewAccessAccountDialog onClose={() => setAdding(false)} />}
      {address.account !== undefined && (
        <AccessAccountDrawer
          key={address.account}
          accessKey={address.account}
          onClose={() =>
            void navigate({ search: (before) => mergeSearch(before, { account: "" }), resetScroll: false })
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
    cell: (account) => <code className="text-sm text-muted">{account.access_key}</code>,
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
