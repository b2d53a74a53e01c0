import { type Command, Option } from "commander";
import type { Terminal } from "../terminal.ts";
import { visibleLines, visibleText } from "./visible-text.ts";

export interface OutputOptions {
  readonly output: "text" | "json";
}

export function addOutputOption(command: Command): Command {
  return command.addOption(
    new Option("-o, --output <format>", "how to print").choices(["text", "json"]).default("text"),
  );
}

/** Prints the result of a command to stdout, as one JSON document or as lines of text. Messages go to stderr. */
export function print(
  { stdout }: Terminal,
  { output }: OutputOptions,
  document: unknown,
  lines: () => readonly string[],
): void {
  const text = output === "json" ? JSON.stringify(document, undefined, 2) : lines().join("\n");
  if (text !== "") stdout.write(`${visibleLines(text)}\n`);
}

const GAP = "  ";

/** Each column is as wide as its widest cell. An empty cell shows a dash, so every row has the same columns. */
export function formatTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return formatColumns([heads, ...rows.map((row) => row.map((cell) => cell || "-"))]);
}

/** The columns of a list by their heads: a member of the item, or how it is written. */
export type Columns<T> = Readonly<Record<string, (keyof T & string) | ((item: T) => string | undefined)>>;

/** A list of items as a table. */
export const formatRows = <T extends object>(items: readonly T[], columns: Columns<T>): readonly string[] =>
  formatTable(
    Object.keys(columns),
    items.map((item) =>
      Object.values(columns).map((column) =>
        typeof column === "function" ? (column(item) ?? "") : writeCell(item[column]),
      ),
    ),
  );

const writeCell = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
};

export function formatColumns(given: readonly (readonly string[])[]): readonly string[] {
  const rows = given.map((row) => row.map(visibleText));
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}
