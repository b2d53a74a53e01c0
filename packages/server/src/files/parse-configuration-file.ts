import { type Entries, parseEntries } from "../directory/plan/entries.ts";
import { type FilePlaces, inFile } from "./configuration-file-error.ts";
import { parseYaml } from "./parse-long-file.ts";

/** A well-formed file, with the positions of its values. */
export interface ParsedConfigurationFile {
  readonly content: Entries;
  readonly places: FilePlaces;
}

/** Throws ConfigurationFileError with every diagnostic and its position. */
export function parseConfigurationFile(text: string, fileName: string): ParsedConfigurationFile {
  const { data, ...places } = parseYaml(text, fileName);
  try {
    return { content: parseEntries(data), places };
  } catch (error) {
    throw inFile(error, places);
  }
}
