import { PARSE_OPTIONS } from "./describe-issue.ts";
import { faultOfIssue } from "./fault-of-issue.ts";
import { createRemarks, type FilePath, StateFileError } from "./state-file-error.ts";
import { type StateFile, stateFileSchema } from "./state-file-schema.ts";
import type { StateSource } from "./state-source.ts";

/** A state that is well-formed in itself, and where everything in it stands. */
export interface ParsedStateFile {
  readonly content: StateFile;
  readonly source: StateSource;
}

/** Throws StateFileError with every problem and its place. */
export function parseState(source: StateSource): ParsedStateFile {
  // An empty file is a file that wants nothing.
  const result = stateFileSchema.safeParse(source.data ?? {}, PARSE_OPTIONS);
  if (result.success) return { content: result.data, source };

  const remarks = createRemarks();
  for (const issue of result.error.issues) {
    const path = issue.path as FilePath; // zod's paths may hold symbols, the keys of a state do not
    const said = { fault: faultOfIssue(issue) };
    if (issue.code === "unrecognized_keys") {
      const messages = issue.message.split("\n");
      for (const [index, key] of issue.keys.entries()) {
        const message = messages[index] ?? "unknown member";
        remarks.add(source.positionOfKey([...path, key]), [...path, key], message, said);
      }
    } else if (issue.code === "invalid_key") {
      remarks.add(source.positionOfKey(path), path, issue.issues[0]?.message ?? "is not a valid key", said);
    } else {
      remarks.add(source.positionOf(path), source.nearest(path), issue.message, said);
    }
  }
  throw new StateFileError(remarks.list(), source.fileName);
}
