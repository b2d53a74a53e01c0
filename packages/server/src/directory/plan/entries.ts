import { z } from "zod";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { issueFromZod } from "../../input/issue-from-zod.ts";
import { distinct, listUnknownKeys, strictMap } from "../../input/schemas.ts";
import { ENTRY_KINDS, type EntryKind, type EntryOfKind, KINDS, type SectionOf } from "../kinds/kinds.ts";
import { EntriesError, type EntryIssue, type EntryPath } from "./entries-error.ts";

/** What an author or a caller wants, by the lists of a configuration file. References are still names, not ids. */
export type Entries = { readonly [K in EntryKind as SectionOf<K>]: readonly EntryOfKind<K>[] };

const listOfEntries = (kind: EntryKind) => {
  const { entry, keys = [] } = KINDS[kind];
  const list = z.array<z.ZodType>(entry);
  return keys.reduce((checked, key) => checked.superRefine(distinct(key as never)), list).default([]);
};

export const entriesSchema = strictMap(
  Object.fromEntries(ENTRY_KINDS.map((kind) => [KINDS[kind].section, listOfEntries(kind)])),
).meta({ title: "Configuration" }) as unknown as z.ZodType<Entries>;

/** Parses `{ roles: [{ … }] }`. Throws EntriesError with every issue. */
export function parseEntries(data: unknown): Entries {
  // Nothing is valid, and has no entries.
  const result = entriesSchema.safeParse(data ?? {}, PARSE_OPTIONS);
  if (result.success) return result.data;
  throw new EntriesError(result.error.issues.flatMap(listIssues));
}

function listIssues(zodIssue: z.core.$ZodIssue): readonly EntryIssue[] {
  const path = zodIssue.path as EntryPath; // Zod's paths may contain symbols; the keys of entries do not.
  const issue = issueFromZod(zodIssue);
  if (zodIssue.code === "unrecognized_keys")
    return listUnknownKeys(zodIssue).map(({ key, message }) => ({
      path: [...path, key],
      message,
      issue,
      isName: true,
    }));
  if (zodIssue.code === "invalid_key") {
    const [first] = zodIssue.issues;
    return [{ path, message: first?.message ?? "is not a valid key", issue, isName: true }];
  }
  return [{ path, message: zodIssue.message, issue }];
}
