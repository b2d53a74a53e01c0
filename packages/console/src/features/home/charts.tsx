import type { ReactNode } from "react";
import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { BarChart } from "../../ui/charts/bar-chart.tsx";
import { LineChart } from "../../ui/charts/line-chart.tsx";
import { Card } from "../../ui/layout/card.tsx";
import {
  type Counted,
  type Counter,
  isSignedIn,
  listErrorRates,
  listPoints,
  sumByLabel,
  sumCounts,
} from "./counters.ts";
import { homeTexts } from "./texts.ts";

/** Shows the charts of the counters that have counted anything. */
export function Charts({ counted }: { readonly counted: Counted }) {
  const { counts } = counted;
  const has = (counter: Counter) => sumCounts(counts, counter) > 0;
  return (
    <div className="mb-7 grid gap-4 lg:grid-cols-2 lg:*:last:odd:col-span-2">
      {has("tokens_issued") && <IssuedTokens counted={counted} />}
      {has("scopes_refused") && <RefusedScopes counted={counted} />}
      {has("checks") && <Checks counted={counted} />}
      {has("sign_ins") && <SignIns counted={counted} />}
      {has("token_errors") && <ErrorRate counted={counted} />}
      {has("token_errors") && <Errors counted={counted} />}
    </div>
  );
}

type ChartProps = { readonly counted: Counted };

function IssuedTokens({ counted: { counts, times } }: ChartProps) {
  const texts = useTexts(homeTexts);
  const series = sumByLabel(counts, "tokens_issued").map(({ label }) => ({
    name: label,
    points: listPoints(counts, times, "tokens_issued", (one) => one === label),
  }));
  return inCard(<LineChart running label={texts.tokensIssued} series={series} />);
}

function RefusedScopes({ counted: { counts, eventsPlace } }: ChartProps) {
  const texts = useTexts(homeTexts);
  const { reasons } = useTexts(reasonTexts);
  const bars = sumByLabel(counts, "scopes_refused").map(({ label, total }) => ({
    name: findWord(reasons, label) ?? label,
    value: total,
    tone: "bad" as const,
    place: eventsPlace({ type: "token.issued", refused: label }),
  }));
  return inCard(<BarChart label={texts.refusalsByReason} bars={bars} />);
}

function Checks({ counted: { counts, times } }: ChartProps) {
  const texts = useTexts(homeTexts);
  const line = (name: string, answer: string) => ({
    name,
    points: listPoints(counts, times, "checks", (label) => label === answer),
  });
  const series = [line(texts.allowed, "allowed"), line(texts.denied, "denied")];
  return inCard(<LineChart running label={texts.checks} series={series} />);
}

function SignIns({ counted: { counts, times } }: ChartProps) {
  const texts = useTexts(homeTexts);
  const series = [
    { name: texts.succeeded, points: listPoints(counts, times, "sign_ins", isSignedIn) },
    { name: texts.failed, points: listPoints(counts, times, "sign_ins", (label) => !isSignedIn(label)) },
  ];
  return inCard(<LineChart running label={texts.signIns} series={series} />);
}

function ErrorRate({ counted: { counts, times } }: ChartProps) {
  const texts = useTexts(homeTexts);
  const series = [{ name: texts.errorRate, points: listErrorRates(counts, times) }];
  return inCard(<LineChart running label={texts.errorRateHint} unit="%" series={series} />);
}

function Errors({ counted: { counts, eventsPlace } }: ChartProps) {
  const texts = useTexts(homeTexts);
  const bars = sumByLabel(counts, "token_errors").map(({ label, total }) => ({
    name: label,
    value: total,
    tone: "bad" as const,
    place: eventsPlace({ type: "token.denied", error: label }),
  }));
  return inCard(<BarChart label={texts.errorsByCode} bars={bars} />);
}

const inCard = (chart: ReactNode) => <Card>{chart}</Card>;
