import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { EventList } from "../../components/activity/event-list.tsx";
import { activityTexts } from "../../components/activity/texts.ts";
import { useAuditLog } from "../../components/activity/use-audit-log.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { ActivityFilters } from "./activity-filters.tsx";
import { auditQueryFrom, isNarrowed } from "./activity-search.ts";

const route = getRouteApi("/activity");

/** The audit log of everything, with filters. */
export function ActivityPage() {
  const texts = useTexts(activityTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [live, setLive] = useState(true);
  // A range such as "24h" counts back from the moment it was chosen; otherwise each second would start a new query.
  const query = useMemo(() => auditQueryFrom(search, Date.now()), [search]);
  const log = useAuditLog(query, live && search.to === undefined);
  return (
    <>
      <PageHeader
        title={texts.activity}
        description={texts.description}
        actions={
          <>
            <ApiCall call={describeCall("GET /audit", { query })} />
            <Switch checked={live} onChange={setLive} label={texts.live} />
          </>
        }
      />
      <ActivityFilters search={search} onChange={(next) => void navigate({ search: next, replace: true })} />
      <EventList
        log={log}
        empty={
          <EmptyState icon="activity" title={isNarrowed(search) ? texts.noMatch : texts.nothingYet}>
            {isNarrowed(search) ? texts.noMatchHint : texts.nothingYetHint}
          </EmptyState>
        }
      />
    </>
  );
}
