import { parseYaml } from "./parse-long-file.ts";
import { type ParsedConfigurationFile, parseState } from "./parse-state.ts";

export type { ParsedConfigurationFile } from "./parse-state.ts";

/** Throws ConfigurationFileError with every diagnostic and its position. */
export const parseConfigurationFile = (text: string, fileName: string): ParsedConfigurationFile =>
  parseState(parseYaml(text, fileName));
