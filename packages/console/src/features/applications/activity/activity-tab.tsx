import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { Json } from "../../../ui/display/json.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { useApplication } from "../application-context.ts";
import { activityTexts } from "./texts.ts";

const route = getRouteApi("/applications/$clientId/activity");
const PER_PAGE = 50;

type Event = AnswerOf<"GET /audit">["items"][number];
type Texts = (typeof activityTexts)["en"];

/** The audit log of one application, as actor and as target. */
export function ActivityTab() {
  const texts = useTexts(activityTexts);
  const { clientId } = useApplication();
  const { by = "actor", type } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Event>();
  const query = { limit: PER_PAGE, [by]: `application:${clientId}`, ...(type !== undefined && { type }) };
  const allowed = may("audit.read");
  const pages = usePages("GET /audit", { query }, { enabled: allowed });
  if (!allowed) return <Notice tone="info">{texts.noAudit}</Notice>;
  return (
    <>
      <FilterBar
        onClear={
          type === undefined
            ? undefined
            : () => void navigate({ search: (before) => ({ ...before, type: undefined }) })
        }
        actions={
          <>
            <ApiCall call={describeCall("GET /audit", { query })} look="icon" />
            <PlaceLink
              place={{ to: "/activity", search: { [by]: `application:${clientId}` } }}
              className="text-link"
            >
              {texts.all}
            </PlaceLink>
          </>
        }
      >
        <Select
          className="w-48"
          label={texts.by}
          value={by}
          onChange={(next) => void navigate({ search: { by: next === "actor" ? undefined : next } })}
          options={[
            { value: "actor", label: texts.actor },
            { value: "target", label: texts.target },
          ]}
        />
        {by === "actor" && (
          <Select
            className="w-44"
            label={texts.type}
            value={type ?? "all"}
            onChange={(next) =>
              void navigate({ search: (before) => ({ ...before, type: next === "all" ? undefined : next }) })
            }
            options={[
              { value: "all", label: texts.allTypes },
              { value: "token.", label: texts.tokens },
              { value: "authorization.", label: texts.authorizations },
              { value: "api.denied", label: texts.denied },
            ]}
          />
        )}
      </FilterBar>
      <DataTable
        label={texts.title}
        columns={columnsIn(texts, by, setOpen)}
        {...pagedRows(pages)}
        rowKey={({ id }) => String(id)}
        empty={<Empty by={by} filtered={type !== undefined} />}
      />
      <Drawer open={open !== undefined} onClose={() => setOpen(undefined)} title={open?.type ?? texts.event}>
        {open && <Json value={open} open={3} />}
      </Drawer>
    </>
  );
}

function Empty({ by, filtered }: { readonly by: "actor" | "target"; readonly filtered: boolean }) {
  const texts = useTexts(activityTexts);
  if (filtered) return <EmptyState icon="search" title={texts.none} />;
  return (
    <EmptyState icon="activity" title={by === "actor" ? texts.emptyActor : texts.emptyTarget}>
      {by === "actor" ? texts.emptyActorHint : texts.emptyTargetHint}
    </EmptyState>
  );
}

const columnsIn = (
  texts: Texts,
  by: "actor" | "target",
  open: (event: Event) => void,
): readonly Column<Event>[] => [
  { id: "when", header: texts.when, cell: ({ at }) => <Time at={at} /> },
  {
    id: "what",
    header: texts.what,
    cell: ({ type }) => (
      <Badge tone={/denied|failed|replayed/.test(type) ? "bad" : "neutral"}>
        <code>{type}</code>
      </Badge>
    ),
  },
  by === "actor"
    ? {
        id: "about",
        header: texts.details,
        cell: (event) => <Scopes event={event} texts={texts} />,
      }
    : { id: "who", header: texts.who, cell: ({ actor }) => <code className="text-sm">{actor}</code> },
  { id: "ip", header: texts.ip, from: "desktop", cell: ({ ip }) => ip ?? "—" },
  {
    id: "more",
    header: <span className="sr-only">{texts.details}</span>,
    align: "end",
    cell: (event) => (
      <IconButton
        size="small"
        icon="eye"
        label={`${texts.details}: ${event.type} ${event.id}`}
        onClick={() => open(event)}
      />
    ),
  },
];

const SHOWN = 90;

/** Shows the granted and refused scopes of a token event; else the target of the event. */
function Scopes({ event: { data = {}, target }, texts }: { readonly event: Event; readonly texts: Texts }) {
  const { scope, refused, reason, error } = data as Readonly<Record<string, unknown>>;
  const parts = [
    ...(typeof scope === "string" && scope !== "" ? [texts.grantedShort(scope)] : []),
    ...(typeof refused === "object" && refused !== null
      ? [texts.refusedShort(Object.keys(refused).join(" "))]
      : []),
    ...[error, reason].filter((one) => typeof one === "string"),
    ...(target === undefined ? [] : [target]),
  ].join(" · ");
  return (
    <span className="text-sm text-muted" title={parts}>
      {parts.length > SHOWN ? `${parts.slice(0, SHOWN)}…` : parts}
    </span>
  );
}
