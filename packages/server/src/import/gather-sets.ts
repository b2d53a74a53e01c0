import { repeated } from "../directory/plan/issues.ts";
import type { ImportSet } from "./import-set.ts";
import { type LineNames, namesOf } from "./line-names.ts";
import { type ImportedLine, parseImportLine, type RefusedLine } from "./parse-import-line.ts";
import type { RawLine } from "./read-lines.ts";

/** The most lines of a set. */
export const SET_LINES = 1_000;
/** The most sets that are stored at once. */
export const MAX_SETS_AT_ONCE = 20;
/** The most lines of an import that is stored as a whole. They are in memory until then. */
export const MAX_ATOMIC_LINES = 100_000;
export const MAX_ATOMIC_BYTES = 64 * 1024 * 1024;

/** The lines of an import that is stored as a whole are too large together. Nothing of it is stored. */
export class ImportTooLargeError extends Error {
  override readonly name = "ImportTooLargeError";
  readonly refused: RefusedLine;

  constructor(line: number) {
    const message = `the lines up to here have more than ${MAX_ATOMIC_BYTES} bytes, too many to store as a whole; import them in sets`;
    super(`line ${line}: ${message}`);
    this.refused = { line, path: [], message, issue: { code: "too_long", maximum: MAX_ATOMIC_BYTES } };
  }
}

/** A set, and what is wrong with the form of its lines. Nothing of it is stored unless all lines are well-formed. */
export interface GatheredSet extends ImportSet {
  readonly refused: readonly RefusedLine[];
  /** The last line that was read, well-formed or not. */
  readonly lastLine: number;
}

/**
 * Parses lines and gathers them into sets. Within a set the order of the lines does not matter to the plan, so a set
 * ends before a line that defines what an earlier line of it defines or refers to. The result is then as if the lines
 * came one by one. An import that is stored as a whole is one set: its lines may refer to later ones, and none may
 * define what another has defined.
 */
export async function* gatherSets(
  chunks: AsyncIterable<readonly RawLine[]>,
  options: {
    readonly atomic: boolean;
    readonly fromLine: number;
    /** How many sets may be stored at once now. */
    readonly setsAtOnce: () => number;
  },
): AsyncGenerator<GatheredSet, void, undefined> {
  const { atomic, fromLine, setsAtOnce } = options;
  const mostLines = () => (atomic ? MAX_ATOMIC_LINES : SET_LINES * setsAtOnce());
  let most = mostLines();
  let set = beginSet();
  let bytes = 0;
  for await (const chunk of chunks) {
    for (const raw of chunk) {
      if (raw.number < fromLine) continue;
      bytes += raw.bytes;
      if (atomic && bytes > MAX_ATOMIC_BYTES) throw new ImportTooLargeError(raw.number);
      if (atomic && set.count === most) set.refused.push(tooMany(raw.number));
      const isFull = set.count >= most;
      const parsed = parseImportLine(raw);
      const names = "entry" in parsed ? namesOf(parsed.entry) : NO_NAMES;
      const first = set.findEarlier(names, atomic);
      if (isFull || (first !== undefined && !atomic)) {
        yield set;
        set = beginSet();
        most = mostLines();
      }
      set.lastLine = raw.number;
      set.count += 1;
      if (!("entry" in parsed)) set.refused.push(...parsed);
      else if (first !== undefined && atomic) set.refused.push(repeats(raw.number, first));
      else set.add(parsed, names);
    }
  }
  yield set;
}

const NO_NAMES: LineNames = { defines: [], refers: [] };

function beginSet() {
  const lines: ImportedLine[] = [];
  const defined = new Map<string, number>();
  const referred = new Map<string, number>();
  return {
    lines,
    refused: [] as RefusedLine[],
    lastLine: 0,
    count: 0,
    /** The line that defines what this line defines, or refers to it. */
    findEarlier({ defines }: LineNames, definedOnly: boolean): number | undefined {
      for (const name of defines) {
        const line = defined.get(name) ?? (definedOnly ? undefined : referred.get(name));
        if (line !== undefined) return line;
      }
      return undefined;
    },
    add(line: ImportedLine, { defines, refers }: LineNames): void {
      for (const name of defines) defined.set(name, line.number);
      for (const name of refers) referred.set(name, line.number);
      lines.push(line);
    },
  };
}

const repeats = (line: number, first: number): RefusedLine => ({
  line,
  path: [],
  ...repeated(`defines the same as line ${first}`, first),
});

const tooMany = (line: number): RefusedLine => ({
  line,
  path: [],
  message: `more than ${MAX_ATOMIC_LINES} lines cannot be stored as a whole; import them in sets`,
  issue: { code: "too_many", maximum: MAX_ATOMIC_LINES },
});
