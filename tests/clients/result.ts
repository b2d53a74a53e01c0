export type Outcome = "passed" | "failed" | "not run";

export interface Result {
  readonly name: string;
  readonly version: string;
  readonly tried: readonly string[];
  readonly outcome: Outcome;
  /** Why it failed or was not run. */
  readonly reason?: string;
  readonly seconds: number;
}

/** A Markdown table, so that it can stand in a note as it is. */
export function formatResults(results: readonly Result[]): string {
  const rows = results.map(({ name, version, tried, outcome, reason, seconds }) => [
    name,
    version,
    tried.join("; "),
    outcome + (reason === undefined ? "" : `: ${firstLine(reason)}`),
    `${seconds} s`,
  ]);
  const table = [
    ["client", "version", "tried", "result", "time"],
    ["---", "---", "---", "---", "---"],
    ...rows,
  ];
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const sum = `${count("passed")} passed, ${count("failed")} failed, ${count("not run")} not run`;
  return [...table.map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`), "", sum].join("\n");
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
const escapeCell = (cell: string): string => cell.replaceAll("|", "\\|");
