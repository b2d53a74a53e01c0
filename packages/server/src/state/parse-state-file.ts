import { type ParsedStateFile, parseState } from "./parse-state.ts";
import { readYaml } from "./read-yaml.ts";

export type { ParsedStateFile } from "./parse-state.ts";

/** Throws StateFileError with every problem and its position. */
export const parseStateFile = (text: string, fileName: string): ParsedStateFile =>
  parseState(readYaml(text, fileName));
