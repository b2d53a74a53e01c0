import type { Answer } from "../../api/call-api.ts";
import { useMay } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { useNow } from "../../ui/display/use-now.ts";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Charts } from "./charts.tsx";
import { type Counted, countsSince, listIntervals } from "./counters.ts";
import type { Span } from "./spans.ts";
import { homeTexts } from "./texts.ts";
import { Tiles } from "./tiles.tsx";

interface DashboardProps {
  readonly span: Span;
  /** Undefined while they load. */
  readonly stats: Answer<"GET /stats"> | undefined;
}

/** Shows the counters of the range as numbers and charts. */
export function Dashboard({ span, stats }: DashboardProps) {
  const texts = useTexts(homeTexts);
  const mayReadEvents = useMay()("audit.read");
  const times = listIntervals(span, useNow());
  const counts = countsSince(stats?.body.items ?? [], times[0] ?? 0);
  const from = new Date(times[0] ?? 0).toISOString();
  const counted: Counted = {
    counts,
    times,
    eventsPlace: (filter) =>
      mayReadEvents ? { to: "/activity", search: { ...filter, span: "custom", from } } : undefined,
  };
  if (stats && counts.length === 0)
    return (
      <div className="mb-7">
        <Card flush>
          <EmptyState icon="activity" title={texts.nothingHappened}>
            {texts.nothingHappenedHint}
          </EmptyState>
        </Card>
      </div>
    );
  return (
    <>
      <Tiles counted={counted} isLoading={stats === undefined} />
      {stats === undefined ? <ChartSkeletons /> : <Charts counted={counted} />}
    </>
  );
}

const SKELETONS = 2;

function ChartSkeletons() {
  return (
    <div className="mb-7 grid gap-4 lg:grid-cols-2">
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Card key={index}>
          <Skeleton className="mb-3 h-6 w-40" />
          <Skeleton className="aspect-[640/200] w-full" />
        </Card>
      ))}
    </div>
  );
}
