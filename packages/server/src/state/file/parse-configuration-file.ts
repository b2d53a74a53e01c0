import { type ParsedConfigurationFile, parseState } from "./parse-state.ts";
import { parseYaml } from "./parse-long-file.ts";

export type { ParsedConfigurationFile } from "./parse-state.ts";

/** Throws ConfigurationFileError with every diagnostic and its position. */
export const parseConfigurationFile = (text: string, fileName: string): ParsedConfigurationFile =>
  parseState(parseYaml(text, fileName));
