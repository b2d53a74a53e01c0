import { KINDS } from "../directory/kinds/kinds.ts";
import { type Entries, parseEntries } from "../directory/plan/entries.ts";
import type { EntriesError, EntryPath } from "../directory/plan/entries-error.ts";
import type { ImportedLine, RefusedLine } from "./parse-import-line.ts";

/** Lines that are stored together or not at all. */
export interface ImportSet {
  readonly lines: readonly ImportedLine[];
}

type Lists = { -readonly [Section in keyof Entries]: unknown[] };

/** The set as entries that the planner reads. */
export function entriesOf({ lines }: ImportSet): Entries {
  const entries = parseEntries({}) as Lists;
  for (const { entry } of lines) entries[KINDS[entry.kind].section].push(entryOf(entry));
  return entries as unknown as Entries;
}

/** The values of entities must not have the kind: the planner takes some entries as they are. */
function entryOf({ kind: _, ...entry }: ImportedLine["entry"]): object {
  return entry;
}

/** What the planner says about a set, as what is wrong with its lines. */
export function refusedLines({ lines }: ImportSet, { issues }: EntriesError): RefusedLine[] {
  const numbers = new Map<string, number[]>();
  for (const { number, entry } of lines) {
    const section = KINDS[entry.kind].section;
    const known = numbers.get(section);
    if (known) known.push(number);
    else numbers.set(section, [number]);
  }
  return issues.map(({ path, message, issue = { code: "invalid" } }) => ({
    line: lineAt(numbers, path) ?? lines[0]?.number ?? 0,
    path: path.slice(2),
    message,
    issue,
  }));
}

const lineAt = (numbers: ReadonlyMap<string, readonly number[]>, [section, index]: EntryPath) =>
  numbers.get(String(section))?.[Number(index)];
