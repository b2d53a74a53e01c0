import type { Measurement } from "./fault-experiment.ts";

const BEGIN = "<!-- results: npm run test:faults -- --write -->";
const END = "<!-- end of results -->";
const HEAD = ["| experiment | load | faults | figure | bar | holds |", "|---|---|---|---|---|---|"] as const;

export interface Result {
  readonly title: string;
  readonly measurement: Measurement;
}

/** Puts rows into the document's table. Rows of experiments that did not run stay as they are. */
export function fillTable(document: string, titles: readonly string[], results: readonly Result[]): string {
  const [before, present, after] = splitAtTable(document);
  const rows = new Map(present.split("\n").map((row) => [firstCell(row), row]));
  for (const { title, measurement } of results) rows.set(title, formatRow(title, measurement));
  const known = titles.flatMap((title) => rows.get(title) ?? []);
  return [before, BEGIN, ...HEAD, ...known, END, after].join("\n");
}

function splitAtTable(document: string): readonly [string, string, string] {
  const begin = document.indexOf(`${BEGIN}\n`);
  const end = document.indexOf(`${END}\n`);
  if (begin < 0 || end < begin) throw new Error(`the document lacks "${BEGIN}" and "${END}"`);
  return [
    document.slice(0, begin).trimEnd().concat("\n"),
    document.slice(begin + BEGIN.length + 1, end).trimEnd(),
    document.slice(end + END.length + 1),
  ];
}

function formatRow(title: string, { load, faults, figure, bar, violations }: Measurement): string {
  const holds = violations.length === 0 ? "yes" : `no: ${violations.length}`;
  return `| ${[title, load, faults, figure, bar, holds].map(escapeCell).join(" | ")} |`;
}

const escapeCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const firstCell = (row: string): string => row.split("|")[1]?.trim() ?? "";
