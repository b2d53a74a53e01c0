import type { z } from "zod";
import { didYouMean } from "./did-you-mean.ts";
import { faultOfIssue, REPORTING_INPUT } from "./fault-of-issue.ts";
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
  const result = stateFileSchema.safeParse(source.data ?? {}, { error: describeIssue, ...REPORTING_INPUT });
  if (result.success) return { content: result.data, source };

  const remarks = createRemarks();
  for (const issue of result.error.issues) {
    const path = issue.path as FilePath; // zod's paths may hold symbols, the keys of a state do not
    const said = { fault: faultOfIssue(issue) };
    if (issue.code === "unrecognized_keys") {
      const messages = issue.message.split("\n");
      for (const [index, key] of issue.keys.entries()) {
        const message = messages[index] ?? "unknown key";
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

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
  null: "nothing",
};

/** Zod's issues in the words of whoever writes the file. Values are not repeated: they may be secret. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return "is missing";
      const got = Array.isArray(issue.input) ? "array" : issue.input === null ? "null" : typeof issue.input;
      const hint = issue.expected === "string" && /^(number|boolean)$/.test(got) ? "; put it in quotes" : "";
      return `expected ${TYPE_NAMES[issue.expected] ?? issue.expected}, not ${TYPE_NAMES[got] ?? got}${hint}`;
    }
    case "invalid_value": {
      if (issue.input === undefined) return "is missing";
      const values = issue.values.map(String);
      return `expected one of ${values.join(", ")}${didYouMean(String(issue.input), values)}`;
    }
    case "too_small":
      return "must not be empty";
    case "too_big":
      return `may have at most ${issue.maximum} ${issue.origin === "string" ? "characters" : "entries"}`;
    default:
      return undefined;
  }
}
