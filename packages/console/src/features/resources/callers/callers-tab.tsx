import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { useShown } from "../../../components/pages/entity-context.ts";
import { nameApplication, nameUser } from "../../../components/principals/name-principal.ts";
import { InstancePicker } from "../../../components/principals/pickers.tsx";
import { findPrincipalPlace } from "../../../components/principals/principal.ts";
import { inLanguage } from "../../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { LinkButton } from "../../../ui/button/link-button.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { mergeSearch } from "../../../values/merge-search.ts";
import { callersTexts } from "./texts.ts";

const route = getRouteApi("/resources/$name/callers");
const TYPES = ["all", "user", "application"] as const;
type Type = (typeof TYPES)[number];
type Subject = AnswerOf<"POST /list/subjects">["items"][number];

/** Lists the effective permissions on the API, action by action. */
export function CallersTab() {
  const texts = useTexts(callersTexts);
  const { language } = useLanguage();
  const { name, actions } = useShown("resource").value;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const names = Object.keys(actions);
  const action = names.find((known) => known === search.action) ?? names[0] ?? "";
  const type = TYPES.find((known) => known === search.type) ?? "all";
  const permission = `${name}:${action}`;
  const question = { permission, ...(search.at !== undefined && { resource: search.at }) };
  const body = { ...question, limit: 50, ...(type !== "all" && { type }) };
  const pages = usePages("POST /list/subjects", { body }, { enabled: action !== "" });
  const updateSearch = useCallback(
    (change: { readonly action?: string; readonly at?: string; readonly type?: string }) =>
      void navigate({
        search: (before) => mergeSearch(before, change),
        replace: true,
      }),
    [navigate],
  );
  const table = pagedRows(pages);
  const { more } = table;

  const columns: readonly Column<Subject>[] = [
    {
      id: "who",
      header: texts.who,
      cell: (subject) => (
        <span className="inline-flex items-center gap-2 align-middle">
          <Icon name={subject.type === "user" ? "person" : "application"} className="size-4.5 text-muted" />
          <span className="min-w-0 wrap-anywhere">
            {labelOf(subject)}
            {hasDetail(subject) && (
              <span className="block text-sm font-normal text-muted">{subject.username}</span>
            )}
          </span>
        </span>
      ),
    },
    { id: "type", header: texts.type, cell: (subject) => texts.types[subject.type], from: "tablet" },
    {
      id: "id",
      header: texts.id,
      cell: (subject) => <code className="text-muted">{subject.id}</code>,
      from: "tablet",
    },
    {
      id: "why",
      header: <span className="sr-only">{texts.why}</span>,
      align: "end",
      cell: (subject) => (
        <LinkButton
          size="small"
          to="/check"
          search={{ subject: `${subject.type}:${subject.id}`, ...question }}
        >
          {texts.why}
        </LinkButton>
      ),
    },
  ];

  return (
    <Section
      title={texts.title}
      description={texts.description}
      frame="bare"
      actions={<ApiCall call={describeCall("POST /list/subjects", { body })} />}
    >
      <FilterBar>
        <Select
          label={texts.actions}
          className="w-52"
          options={names.map((value) => {
            const detail = inLanguage(actions[value]?.description ?? {}, language);
            return { value, label: `${name}:${value}`, ...(detail !== undefined && { detail }) };
          })}
          value={action}
          onChange={(next) => updateSearch({ action: next })}
        />
        <Select<Type>
          label={texts.type}
          className="w-56"
          options={TYPES.map((value) => ({ value, label: texts.types[value] }))}
          value={type}
          onChange={(next) => updateSearch({ type: next === "all" ? "" : next })}
        />
        <div className="w-full sm:w-60">
          <InstancePicker
            label={texts.at}
            placeholder={texts.at}
            value={search.at ?? ""}
            onChange={(at) => updateSearch({ at })}
          />
        </div>
      </FilterBar>
      <DataTable
        label={texts.title}
        columns={columns}
        {...table}
        rows={action === "" ? [] : table.rows}
        rowKey={principalOf}
        rowPlace={(subject) => findPrincipalPlace(principalOf(subject)) ?? { to: "/" }}
        skeletonRows={4}
        empty={
          more ? (
            // The server ends a page at its time limit, even if it has found no caller yet.
            <EmptyState
              icon="search"
              title={texts.noneSoFar}
              action={
                <Button loading={more.loading} onClick={() => more.load()}>
                  {texts.goOn}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon="person"
              title={texts.noneTitle(permission)}
              action={
                <LinkButton
                  icon="plus"
                  to="/assignments/new"
                  search={{ permission, ...(search.at !== undefined && { at: search.at }) }}
                >
                  {texts.give}
                </LinkButton>
              }
            >
              {texts.noneHint}
            </EmptyState>
          )
        }
      />
    </Section>
  );
}

const principalOf = ({ type, id }: Subject): string => `${type}:${id}`;

const labelOf = ({ type, id, username = id, name }: Subject): string =>
  type === "user" ? nameUser({ name, username }) : nameApplication({ name, id });

/** The username distinguishes users of the same name. */
const hasDetail = (subject: Subject): boolean =>
  subject.username !== undefined && subject.username !== labelOf(subject);
