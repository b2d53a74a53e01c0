import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../../api/call-api.ts";
import { may } from "../../../auth/may.ts";
import { EventList } from "../../../components/activity/event-list.tsx";
import { useAuditLog } from "../../../components/activity/use-audit-log.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { useApplication } from "../use-application.ts";
import { applicationActivityTexts } from "./texts.ts";

const route = getRouteApi("/applications/$clientId/activity");

export function ActivityTab() {
  const texts = useTexts(applicationActivityTexts);
  return may("audit.read") ? <ApplicationEvents /> : <Notice tone="info">{texts.noAudit}</Notice>;
}

/** The audit log of one application, as actor and as target. */
function ApplicationEvents() {
  const texts = useTexts(applicationActivityTexts);
  const { clientId } = useApplication();
  const { by = "actor", type } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { [by]: `application:${clientId}`, ...(type !== undefined && { type }) };
  const log = useAuditLog(query, true);
  const showType = (next: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, type: next }) });
  return (
    <>
      <FilterBar
        onClear={type === undefined ? undefined : () => showType(undefined)}
        actions={
          <>
            <ApiCall call={describeCall("GET /audit", { query })} />
            <PlaceLink place={{ to: "/activity", search: query }} className="text-link">
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
            onChange={(next) => showType(next === "all" ? undefined : next)}
            options={[
              { value: "all", label: texts.allTypes },
              { value: "token.", label: texts.tokens },
              { value: "authorization.", label: texts.authorizations },
              { value: "api.denied", label: texts.denied },
            ]}
          />
        )}
      </FilterBar>
      <EventList log={log} empty={<Empty by={by} filtered={type !== undefined} />} />
    </>
  );
}

function Empty({ by, filtered }: { readonly by: "actor" | "target"; readonly filtered: boolean }) {
  const texts = useTexts(applicationActivityTexts);
  if (filtered) return <EmptyState icon="search" title={texts.none} />;
  return (
    <EmptyState icon="activity" title={by === "actor" ? texts.emptyActor : texts.emptyTarget}>
      {by === "actor" ? texts.emptyActorHint : texts.emptyTargetHint}
    </EmptyState>
  );
}
