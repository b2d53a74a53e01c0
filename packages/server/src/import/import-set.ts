import { KINDS } from "../directory/kinds/kinds.ts";
import type { ConfigurationFileError, Diagnostic, FilePath } from "../files/configuration-file-error.ts";
import { type ConfigurationFile, configurationFileSchema } from "../files/configuration-file-schema.ts";
import type { ParsedConfigurationFile } from "../files/parse-state.ts";
import type { ImportedLine, RefusedLine } from "./parse-import-line.ts";

/** Lines that are stored together or not at all. */
export interface ImportSet {
  readonly lines: readonly ImportedLine[];
}

type Lists = { -readonly [Section in keyof ConfigurationFile]: unknown[] };

/** The set as a state that the planner reads. */
export function stateOf({ lines }: ImportSet): ParsedConfigurationFile {
  const content = configurationFileSchema.parse({}) as Lists;
  for (const { entry } of lines) content[KINDS[entry.kind].section].push(entryOf(entry));
  return {
    content: content as unknown as ConfigurationFile,
    source: {
      data: content,
      nearest: (path) => path,
      findPosition: () => undefined,
      findKeyPosition: () => undefined,
      findPositionInside: () => undefined,
    },
  };
}

/** The values of entities must not have the kind: the planner takes some entries as they are. */
function entryOf({ kind: _, ...entry }: ImportedLine["entry"]): object {
  return entry;
}

/** What the planner says about a set, as what is wrong with its lines. */
export function refusedLines({ lines }: ImportSet, { diagnostics }: ConfigurationFileError): RefusedLine[] {
  const numbers = new Map<string, number[]>();
  for (const { number, entry } of lines) {
    const section = KINDS[entry.kind].section;
    const known = numbers.get(section);
    if (known) known.push(number);
    else numbers.set(section, [number]);
  }
  return diagnostics.map(({ path, message, issue = { code: "invalid" } }: Diagnostic) => ({
    line: lineAt(numbers, path) ?? lines[0]?.number ?? 0,
    path: path.slice(2),
    message,
    issue,
  }));
}

const lineAt = (numbers: ReadonlyMap<string, readonly number[]>, [section, index]: FilePath) =>
  numbers.get(String(section))?.[Number(index)];
