import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../auth/may.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { NodeList } from "../../components/nodes/node-list.tsx";
import { MissingPermission } from "../../components/permissions/missing-permission.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Checklist } from "./checklist.tsx";
import { COUNTERS } from "./counters.ts";
import { Dashboard } from "./dashboard.tsx";
import { ExpiringSecrets } from "./expiring-secrets.tsx";
import { KeySummary } from "./key-summary.tsx";
import { LookAlikesNotice } from "./look-alikes-notice.tsx";
import { OpenViews } from "./open-views.tsx";
import { RefusalCard } from "./refusal-card.tsx";
import { SpanChoice } from "./span-choice.tsx";
import { SPANS, type SpanName } from "./spans.ts";
import { homeTexts } from "./texts.ts";
import { useChecklist } from "./use-checklist.ts";

const route = getRouteApi("/");

/** Shows what needs attention and the dashboard, or the setup steps while there is nothing else to see. */
export function HomePage() {
  const texts = useTexts(homeTexts);
  const { span = "24h" } = route.useSearch();
  const may = useMay();
  const { setup, isLoading, hide } = useChecklist();
  const isEmpty = setup?.isEmpty ?? false;
  const isKnown = !isLoading && !isEmpty;
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
      {isKnown && may("users.read") && <LookAlikesNotice />}
      {isKnown && may("audit.read") && <RefusalCard />}
      {setup && <Checklist setup={setup} onHide={hide} />}
      {!isEmpty && <Statistics span={span} isHeld={isLoading} />}
      {isKnown && (
        <>
          <div className="grid grid-cols-1 gap-x-4 lg:grid-cols-2">
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

interface StatisticsProps {
  readonly span: SpanName;
  /** The numbers are read, and not shown yet. */
  readonly isHeld: boolean;
}

function Statistics({ span, isHeld }: StatisticsProps) {
  const texts = useTexts(homeTexts);
  const mayRead = useMay()("stats.read");
  const { readEveryMilliseconds } = SPANS[span];
  const options = { enabled: mayRead, everyMilliseconds: readEveryMilliseconds };
  const { data, error, refetch, isPlaceholderData } = useRead("GET /stats", statsQuery(span), options);
  if (!mayRead)
    return isHeld ? null : (
      <>
        <OpenViews />
        <MissingPermission permissions={["licet:stats.read"]} title={texts.mayNotRead} />
      </>
    );
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  // The numbers of another range would appear under the wrong times.
  return <Dashboard span={SPANS[span]} stats={isHeld || isPlaceholderData ? undefined : data} />;
}
