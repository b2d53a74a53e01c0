import { InvalidInputError } from "@licet/engine/internal/values/invalid-input-error.ts";
import type { ExportFile } from "./export-values.ts";
import type { Rules } from "./rules.ts";

/** The forms of a file beside one JSON document. */
export interface ExportForms {
  /** One JSON document on each line. The data is the list of them. */
  readonly lines?: boolean;
  readonly yaml?: boolean;
}

const MEGABYTE = 1024 * 1024;
/** As much as a configuration file may have. */
const MAX_BYTES = 128 * MEGABYTE;
/** A configuration file may not be nested deeper, and the values of attributes are taken over as they are. */
const MAX_DEPTH = 50;

/** Parses one file of an export. Its text may contain secrets, so no message repeats it. */
export function parseExport(
  { name, text }: { readonly name: string; readonly text: string },
  forms: ExportForms,
  { parseYaml }: Pick<Rules, "parseYaml">,
): ExportFile {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    const [has, most] = [Math.ceil(bytes / MEGABYTE), MAX_BYTES / MEGABYTE];
    throw new InvalidInputError(`${name} is larger than ${most} MB: it has ${has} MB; export users in parts`);
  }
  const data = parseForms(name, text.replace(/^\uFEFF/, ""), forms, parseYaml);
  if (isDeeperThan(data, MAX_DEPTH)) throw new InvalidInputError(`${name} is nested too deeply`);
  return { name, data };
}

function parseForms(
  name: string,
  text: string,
  { lines = false, yaml = false }: ExportForms,
  parseYaml: Rules["parseYaml"],
): unknown {
  if (text.trim() === "") throw new InvalidInputError(`${name} is empty`);
  try {
    return JSON.parse(text);
  } catch (error) {
    const looksLikeJson = /^\s*[[{]/.test(text);
    if (lines && /^\s*\{.*\}\s*$/m.test(text)) return parseLines(name, text);
    if (yaml && !looksLikeJson) return parseYaml(text, name);
    const [, place] = /\((line \d+ column \d+)\)/.exec((error as Error).message) ?? [];
    const expected = yaml ? "neither JSON nor YAML" : "not JSON";
    throw new InvalidInputError(`${name} is ${expected}${place === undefined ? "" : `: see ${place}`}`);
  }
}

const parseLines = (name: string, text: string): unknown[] =>
  text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line)];
    } catch {
      throw new InvalidInputError(`${name}:${index + 1} is not a line of JSON`);
    }
  });

/** With a list of its own, because a text of a few megabytes can be nested deeper than the call stack allows. */
function isDeeperThan(data: unknown, depth: number): boolean {
  let level = [data];
  for (let below = 0; level.length > 0; below += 1) {
    if (below > depth) return true;
    const next: unknown[] = [];
    for (const value of level)
      if (typeof value === "object" && value !== null)
        for (const each of Object.values(value)) next.push(each);
    level = next;
  }
  return false;
}
