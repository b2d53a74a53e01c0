import type { FilePath } from "./configuration-file-error.ts";
import { type ParsedConfigurationFile, parseState } from "./parse-state.ts";

/**
 * Parses a state from JSON: `{ roles: [{ … }] }`, with the same keys as a file. Throws ConfigurationFileError, whose
 * diagnostics have a path and no line.
 */
export const parseStateData = (data: unknown): ParsedConfigurationFile =>
  parseState({
    data,
    nearest: (path) => reachable(data, path),
    findPosition: () => undefined,
    findKeyPosition: () => undefined,
    findPositionInside: () => undefined,
  });

/** A grant as a plain string has no member `permission`, so the path ends at the string. */
function reachable(data: unknown, path: FilePath): FilePath {
  let value = data;
  for (const [depth, part] of path.entries()) {
    if (typeof value !== "object" || value === null) return path.slice(0, depth);
    value = (value as Readonly<Record<string, unknown>>)[part];
    // The path includes a missing member.
    if (value === undefined) return path.slice(0, depth + 1);
  }
  return path;
}
