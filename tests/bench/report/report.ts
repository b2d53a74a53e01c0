import { formatFixed, formatSpread, formatTable, formatTarget, formatValue, formatWhole } from "./format.ts";
import { computeMedian, type Measurement } from "./measurement.ts";
import { type BenchResult, isMet, type RateRow, type Verdict } from "./result.ts";
import { computeSpread } from "./statistics.ts";

export function formatReport(result: BenchResult): string {
  const { machine, settings } = result;
  return [
    `${machine.cores} cores, Node ${machine.node}, ${settings.connections} connections, ` +
      `${settings.rounds} rounds of ${settings.seconds} s: medians, and in parentheses the least and the most`,
    settings.licet,
    describeGenerator(result.generator),
    ...result.rates.map(formatRates),
    formatVerdicts(result.verdicts),
    ...result.warnings.map(({ text }) => `Warning: ${text}`),
  ].join("\n\n");
}

const describeGenerator = (generator: Measurement): string =>
  `The load generator made ${formatWhole(generator.perSecond)} requests/s against a server that does nothing, ` +
  `with ${generator.generatorMicroseconds.toFixed(0)} µs of processor time for each.`;

function formatRates({ title, subjects }: RateRow): string {
  const withDatabase = subjects.some(({ rounds }) => rounds.some((round) => "databaseMicroseconds" in round));
  const head = [
    "",
    "requests/s",
    "µs/request",
    "p50 ms",
    "p99 ms",
    "CPU µs/request",
    "cores used",
    "answer bytes",
    ...(withDatabase ? ["database CPU µs/request"] : []),
  ];
  const lines = subjects.map(({ name, rounds }) => [
    `  ${name}`,
    formatSpread(computeSpread(rounds.map((round) => round.perSecond)), formatWhole),
    formatFixed(1e6 / computeSpread(rounds.map((round) => round.perSecond)).median, 0),
    formatFixed(computeMedian(rounds, "p50Milliseconds"), 2),
    formatFixed(computeMedian(rounds, "p99Milliseconds"), 2),
    formatFixed(computeMedian(rounds, "serverMicroseconds"), 0),
    formatFixed(computeMedian(rounds, "serverBusy"), 2),
    formatFixed(computeMedian(rounds, "answerBytes"), 0),
    ...(withDatabase ? [formatFixed(computeMedian(rounds, "databaseMicroseconds"), 0)] : []),
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
    verdict.target ? (isMet(verdict.value, verdict.target) ? "met" : "MISSED") : "for information",
  ]);
  return ["Against the targets", formatTable([["", "", "measured", "target", ""], ...lines])].join("\n");
}
