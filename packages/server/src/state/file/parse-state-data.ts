import type { FilePath } from "./configuration-file-error.ts";
import { type ParsedConfigurationFile, parseState } from "./parse-state.ts";

/**
 * A state that came as JSON: `{ roles: [{ … }] }`, with everything that a file may have. Throws ConfigurationFileError
 * whose diagnostics have a path and no line.
 */
export const parseStateData = (data: unknown): ParsedConfigurationFile =>
  parseState({
    data,
    nearest: (path) => reachable(data, path),
    positionOf: () => undefined,
    positionOfKey: () => undefined,
    positionInside: () => undefined,
  });

/** A grant given as a plain text has no member `permission` that a pointer could point to: then the text is meant. */
function reachable(data: unknown, path: FilePath): FilePath {
  let value = data;
  for (const [depth, part] of path.entries()) {
    if (typeof value !== "object" || value === null) return path.slice(0, depth);
    value = (value as Readonly<Record<string, unknown>>)[part];
    // What was left out is named all the same.
    if (value === undefined) return path.slice(0, depth + 1);
  }
  return path;
}
