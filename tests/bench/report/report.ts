import {
  formatCost,
  formatFixed,
  formatSpread,
  formatTable,
  formatTarget,
  formatValue,
  formatWhole,
} from "./format.ts";
import { computeMedian, type Measurement, totalMicroseconds } from "./measurement.ts";
import { type BenchResult, judge, type PeerResult, type RateRow, type Verdict } from "./result.ts";
import { computeSpread } from "./statistics.ts";

export function formatReport(result: BenchResult): string {
  const { machine, settings } = result;
  return [
    `${machine.cores} cores (${machine.processor}), Node ${machine.node}, ${settings.connections} connections, ` +
      `${settings.rounds} rounds of ${settings.seconds} s: medians, and in parentheses the least and the most`,
    settings.licet,
    describeGenerator(result.generator),
    ...(result.peers ?? []).map(describePeer),
    ...result.rates.map(formatRates),
    formatVerdicts(result.verdicts),
    ...result.warnings.map(({ text }) => `Warning: ${text}`),
    ...result.failures.map(({ row, error }) => `FAILED: ${row}: ${error}`),
  ].join("\n\n");
}

const describeGenerator = (generator: Measurement): string =>
  `The load generator made ${formatWhole(generator.perSecond)} requests/s against a server that does nothing, ` +
  `with ${generator.generatorMicroseconds.toFixed(0)} µs of processor time for each.`;

function describePeer({ name, program, howToGet, path, version, error }: PeerResult): string {
  if (path === undefined) return `${name}: no ${program} on the path. ${howToGet}`;
  const found = `${name}: ${version ?? "unknown version"}, ${path}`;
  return error === undefined ? found : `${found}. Not measured: ${error}`;
}

function formatRates({ title, subjects }: RateRow): string {
  const withDatabase = subjects.some(({ rounds }) => rounds.some((round) => "databaseMicroseconds" in round));
  const head = [
    "",
    "CPU µs/request",
    ...(withDatabase ? ["of it database"] : []),
    "requests/s",
    "p50 ms",
    "p99 ms",
    "cores used",
    "answer bytes",
  ];
  const lines = subjects.map(({ name, rounds }) => [
    `  ${name}`,
    formatSpread(computeSpread(rounds.map(totalMicroseconds)), formatCost),
    ...(withDatabase ? [formatFixed(computeMedian(rounds, "databaseMicroseconds"), 0)] : []),
    formatSpread(computeSpread(rounds.map((round) => round.perSecond)), formatWhole),
    formatFixed(computeMedian(rounds, "p50Milliseconds"), 2),
    formatFixed(computeMedian(rounds, "p99Milliseconds"), 2),
    formatFixed(computeMedian(rounds, "serverBusy"), 2),
    formatFixed(computeMedian(rounds, "answerBytes"), 0),
  ]);
  const notes = subjects.flatMap(({ name, note }) => (note === undefined ? [] : [`  ${name}: ${note}`]));
  return [title, formatTable([head, ...lines]), ...notes].join("\n");
}

function formatVerdicts(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map((verdict) => [
    `  ${verdict.work}`,
    verdict.measure,
    formatValue(verdict),
    verdict.target ? formatTarget(verdict.target, verdict.unit) : "",
    verdict.noVerdict ?? judge(verdict).replace("missed", "MISSED"),
  ]);
  return ["Against the targets", formatTable([["", "", "measured", "target", ""], ...lines])].join("\n");
}
