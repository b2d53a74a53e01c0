import type { Answer } from "../../api/call-api.ts";
import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import { findWord } from "../../texts/find-word.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { BarChart } from "../../ui/charts/bar-chart.tsx";
import { LineChart } from "../../ui/charts/line-chart.tsx";
import { formatNumber } from "../../ui/display/format-time.ts";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { useNow } from "../../ui/display/use-now.ts";
import { Card } from "../../ui/layout/card.tsx";
import { type Counter, type Counts, listIntervals, listPoints, sumByLabel, sumCounts } from "./counters.ts";
import type { Span } from "./spans.ts";
import { StatTile } from "./stat-tile.tsx";
import { homeTexts } from "./texts.ts";

/** From this error rate on, a client or Licet is probably at fault, and the tile is red. */
const ALARMING_PERCENT = 20;
const SIGNED_IN = "signed_in";
const CHARTS = 6;

/** Shows the counters of the range as numbers and charts. */
export function Dashboard({
  span,
  stats,
}: {
  readonly span: Span;
  readonly stats: Answer<"GET /stats"> | undefined;
}) {
  const texts = useTexts(homeTexts);
  const { reasons } = useTexts(reasonTexts);
  const { language } = useLanguage();
  const times = listIntervals(span, useNow());
  const counts: Counts = stats?.body.items ?? [];
  const points = (counter: Counter, matches?: (label: string) => boolean) =>
    listPoints(counts, times, counter, matches);
  const total = (counter: Counter, matches?: (label: string) => boolean) =>
    stats && sumCounts(counts, counter, matches);

  const issued = points("tokens_issued");
  const failed = points("token_errors");
  const errorRate = issued.map(({ at, value }, index) => ({
    at,
    value: percentOf(failed[index]?.value ?? 0, value),
  }));
  const overallRate =
    stats && percentOf(sumCounts(counts, "token_errors"), sumCounts(counts, "tokens_issued"));
  const formatCount = (value: number | undefined) =>
    value === undefined ? "…" : formatNumber(value, language);
  const grants = sumByLabel(counts, "tokens_issued");

  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-3 md:max-lg:grid-cols-6 md:max-lg:*:col-span-2 md:max-lg:*:nth-[n+4]:col-span-3 lg:grid-cols-5">
        <StatTile
          label={texts.tokensIssued}
          value={total("tokens_issued")}
          detail={texts.grantsUsed(grants.length)}
          values={issued.map(({ value }) => value)}
        />
        <StatTile
          label={texts.scopesRefused}
          value={total("scopes_refused")}
          detail={texts.reasonsCounted(sumByLabel(counts, "scopes_refused").length)}
          values={points("scopes_refused").map(({ value }) => value)}
        />
        <StatTile
          label={texts.checks}
          value={total("checks")}
          detail={texts.checksDenied(formatCount(total("checks", (label) => label === "denied")))}
          values={points("checks").map(({ value }) => value)}
        />
        <StatTile
          label={texts.signIns}
          value={total("sign_ins", (label) => label === SIGNED_IN)}
          detail={texts.signInsFailed(formatCount(total("sign_ins", (label) => label !== SIGNED_IN)))}
          values={points("sign_ins", (label) => label === SIGNED_IN).map(({ value }) => value)}
        />
        <StatTile
          label={texts.errorRate}
          value={overallRate}
          unit="%"
          detail={texts.requestsFailed(formatCount(total("token_errors")))}
          values={errorRate.map(({ value }) => value)}
          alarming={(overallRate ?? 0) >= ALARMING_PERCENT}
        />
      </div>
      {stats === undefined ? (
        <ChartSkeletons />
      ) : (
        <div className="mb-7 grid gap-4 lg:grid-cols-2">
          <Card>
            <LineChart
              running
              label={texts.tokensIssued}
              series={grants.map(({ label }) => ({
                name: label,
                points: points("tokens_issued", (one) => one === label),
              }))}
            />
          </Card>
          <Card>
            <BarChart
              label={texts.refusalsByReason}
              bars={sumByLabel(counts, "scopes_refused").map(({ label, total }) => ({
                name: findWord(reasons, label) ?? label,
                value: total,
                tone: "bad",
              }))}
            />
          </Card>
          <Card>
            <LineChart
              running
              label={texts.checks}
              series={linesWithData([
                { name: texts.allowed, points: points("checks", (label) => label === "allowed") },
                { name: texts.denied, points: points("checks", (label) => label === "denied") },
              ])}
            />
          </Card>
          <Card>
            <LineChart
              running
              label={texts.signIns}
              series={linesWithData([
                { name: texts.succeeded, points: points("sign_ins", (label) => label === SIGNED_IN) },
                { name: texts.failed, points: points("sign_ins", (label) => label !== SIGNED_IN) },
              ])}
            />
          </Card>
          <Card>
            <LineChart
              running
              label={texts.errorRateHint}
              unit="%"
              series={linesWithData([{ name: texts.errorRate, points: errorRate }], issued, failed)}
            />
          </Card>
          <Card>
            <BarChart
              label={texts.errorsByCode}
              bars={sumByLabel(counts, "token_errors").map(({ label, total }) => ({
                name: label,
                value: total,
                tone: "bad",
                place: { to: "/activity", search: { type: "token.denied" } },
              }))}
            />
          </Card>
        </div>
      )}
    </>
  );
}

const percentOf = (part: number, rest: number): number =>
  part === 0 ? 0 : Math.round((part / (part + rest)) * 1000) / 10;

type Line = { readonly name: string; readonly points: ReturnType<typeof listPoints> };

/** Returns no lines if all counts are zero, so that the chart says that it has no data. */
function linesWithData(lines: readonly Line[], ...counted: readonly Line["points"][]): readonly Line[] {
  const series = counted.length > 0 ? counted : lines.map(({ points }) => points);
  return series.some((points) => points.some(({ value }) => value > 0)) ? lines : [];
}

function ChartSkeletons() {
  return (
    <div className="mb-7 grid gap-4 lg:grid-cols-2">
      {Array.from({ length: CHARTS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Card key={index}>
          <Skeleton className="mb-3 h-6 w-40" />
          <Skeleton className="aspect-[640/200] w-full" />
        </Card>
      ))}
    </div>
  );
}
