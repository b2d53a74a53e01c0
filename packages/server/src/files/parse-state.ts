import { PARSE_OPTIONS } from "../input/describe-zod-issue.ts";
import { issueFromZod } from "../input/issue-from-zod.ts";
import { listUnknownKeys } from "../input/schemas.ts";
import { ConfigurationFileError, createDiagnostics, type FilePath } from "./configuration-file-error.ts";
import { type ConfigurationFile, configurationFileSchema } from "./configuration-file-schema.ts";
import type { StateSource } from "./state-source.ts";

/** A well-formed state, with the positions of its values. */
export interface ParsedConfigurationFile {
  readonly content: ConfigurationFile;
  readonly source: StateSource;
}

/** Throws ConfigurationFileError with every diagnostic and its position. */
export function parseState(source: StateSource): ParsedConfigurationFile {
  // An empty file is valid and has no entries.
  const result = configurationFileSchema.safeParse(source.data ?? {}, PARSE_OPTIONS);
  if (result.success) return { content: result.data, source };

  const diagnostics = createDiagnostics();
  for (const zodIssue of result.error.issues) {
    const path = zodIssue.path as FilePath; // Zod's paths may contain symbols; the keys of a state do not.
    const said = { issue: issueFromZod(zodIssue) };
    if (zodIssue.code === "unrecognized_keys") {
      for (const { key, message } of listUnknownKeys(zodIssue))
        diagnostics.add(source.findKeyPosition([...path, key]), [...path, key], message, said);
    } else if (zodIssue.code === "invalid_key") {
      diagnostics.add(
        source.findKeyPosition(path),
        path,
        zodIssue.issues[0]?.message ?? "is not a valid key",
        said,
      );
    } else {
      diagnostics.add(source.findPosition(path), source.nearest(path), zodIssue.message, said);
    }
  }
  throw new ConfigurationFileError(diagnostics.list(), source.fileName);
}
