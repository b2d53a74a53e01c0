import { getRouteApi } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../auth/may.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { NodeList } from "../../components/nodes/node-list.tsx";
import { MissingPermission } from "../../components/permissions/missing-permission.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { persistedValue } from "../../ui/persisted-value.ts";
import { Checklist } from "./checklist.tsx";
import { COUNTERS } from "./counters.ts";
import { Dashboard } from "./dashboard.tsx";
import { ExpiringSecrets } from "./expiring-secrets.tsx";
import { KeySummary } from "./key-summary.tsx";
import { OpenViews } from "./open-views.tsx";
import { SpanChoice } from "./span-choice.tsx";
import { SPANS, type SpanName } from "./spans.ts";
import { homeTexts } from "./texts.ts";
import { useSetup } from "./use-setup.ts";

const route = getRouteApi("/");
const checklistVisibility = persistedValue("licet-console-first-steps", "shown");

/** Shows the dashboard, or the setup steps while there is no data. */
export function HomePage() {
  const texts = useTexts(homeTexts);
  const { span = "24h" } = route.useSearch();
  const may = useMay();
  const setup = useSetup();
  const checklist = useSyncExternalStore(checklistVisibility.subscribe, checklistVisibility.get);
  const isEmpty = setup?.isEmpty ?? false;
  const isShown = setup && !setup.isComplete && (isEmpty || checklist === "shown");
  return (
    <>
      <PageHeader
        title={texts.home}
        description={isEmpty ? texts.welcome : texts.description}
        actions={
          !isEmpty &&
          may("stats.read") && (
            <>
              <ApiCall call={describeCall("GET /stats", statsQuery(span))} />
              <SpanChoice span={span} />
            </>
          )
        }
      />
      {setup === undefined && may("stats.read") && <Dashboard span={SPANS[span]} stats={undefined} />}
      {isShown && (
        <Checklist setup={setup} onHide={isEmpty ? undefined : () => checklistVisibility.set("hidden")} />
      )}
      {setup && !isEmpty && <Statistics span={span} />}
      {setup && !isEmpty && (
        <>
          <div className="grid gap-x-4 lg:grid-cols-2">
            {may("applications.read") && <ExpiringSecrets />}
            {may("keys.read") && <KeySummary />}
          </div>
          {may("stats.read") && <NodeList />}
        </>
      )}
    </>
  );
}

const statsQuery = (span: SpanName) => ({ query: { name: [...COUNTERS], bucket: SPANS[span].bucket } });

function Statistics({ span }: { readonly span: SpanName }) {
  const texts = useTexts(homeTexts);
  const mayRead = useMay()("stats.read");
  const { readEveryMilliseconds } = SPANS[span];
  const options = { enabled: mayRead, everyMilliseconds: readEveryMilliseconds };
  const { data, error, refetch, isPlaceholderData } = useRead("GET /stats", statsQuery(span), options);
  if (!mayRead)
    return (
      <>
        <OpenViews />
        <MissingPermission permissions={["licet:stats.read"]} title={texts.mayNotRead} />
      </>
    );
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  // The numbers of another range would appear under the wrong times.
  return <Dashboard span={SPANS[span]} stats={isPlaceholderData ? undefined : data} />;
}
