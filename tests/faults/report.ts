import type { ExperimentReport } from "./experiment.ts";

const SHOWN_VIOLATIONS = 20;

/** An experiment in words and numbers. */
export function formatReport({ name, seconds, figures, faults, violations }: ExperimentReport): string {
  const operations = figures.writes + figures.checks;
  const milliseconds = (value: number) => `${value.toFixed(1)} ms`;
  const rows: readonly (readonly [string, string | number])[] = [
    [
      "operations answered",
      `${operations} in ${seconds.toFixed(0)} s, ${(operations / seconds).toFixed(0)}/s`,
    ],
    ["  writes", figures.writes],
    ["  checks", `${figures.checks}, ${figures.atLeast} of them with at_least, ${figures.allowed} allowed`],
    ["unavailable", figures.unavailable],
    ["lost with their process", figures.lost],
    ["refused writes", figures.refused],
    ["commits without an answer", figures.unansweredCommits],
    [
      "answers older than known",
      `${figures.olderAnswers}, at most ${milliseconds(figures.oldestMilliseconds)}`,
    ],
    [
      "  allowed what was gone",
      `${figures.staleAllows}, at most ${milliseconds(figures.stalestAllowMilliseconds)}`,
    ],
    ...faults,
    ["faults", violations.length],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const shown = violations.slice(0, SHOWN_VIOLATIONS).map((violation) => `  ✖ ${violation}`);
  return [`── ${name}`, ...rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`), ...shown].join(
    "\n",
  );
}
