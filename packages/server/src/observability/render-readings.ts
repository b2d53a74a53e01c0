import type { HistogramPoint, MetricReading } from "./metric-reading.ts";

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export function renderReadings(readings: readonly MetricReading[]): string {
  const lines = readings.flatMap((reading) => [
    `# HELP ${reading.name} ${escapeHelp(reading.help)}`,
    `# TYPE ${reading.name} ${reading.type}`,
    ...(reading.type === "histogram"
      ? reading.points.flatMap((point) => renderHistogram(reading.name, point))
      : reading.points.map(({ labels, value }) => `${reading.name}${renderLabels(labels)} ${value}`)),
    "",
  ]);
  return `${lines.join("\n")}\n`;
}

function renderHistogram(name: string, { labels, bounds, counts, sum }: HistogramPoint): readonly string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${name}_bucket${renderLabels({ le: `${bounds[index] ?? "+Inf"}`, ...labels })} ${total}`;
  });
  const rendered = renderLabels(labels);
  return [...buckets, `${name}_sum${rendered} ${sum}`, `${name}_count${rendered} ${total}`];
}

function renderLabels(labels: HistogramPoint["labels"]): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

const escapeHelp = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
const escapeValue = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');
