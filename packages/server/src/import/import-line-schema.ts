import { z } from "zod";
import { ENTRY_KINDS, type EntryKind, type EntryOfKind, KINDS, nounOf } from "../directory/kinds/kinds.ts";

/** One entry of the import, as its author wrote it. References are still names, not ids. */
export type ImportEntry = {
  [K in EntryKind]: { readonly kind: K } & Omit<EntryOfKind<K>, "password">;
}[EntryKind];

/** A line has the members of an entry of the configuration file, and its `kind`. */
const lineSchema = (kind: EntryKind): z.ZodObject => {
  // Without a password: a hash takes as long as ten thousand lines, and a line that is sent again would set it again.
  const entry = kind === "user" ? KINDS.user.entry.omit({ password: true }) : KINDS[kind].entry;
  return entry.safeExtend({ kind: z.literal(kind) }).meta({ title: `Imported${nounOf(kind)}` });
};

const LINES = Object.fromEntries(ENTRY_KINDS.map((kind) => [kind, lineSchema(kind)]));

export const isImportKind = (kind: unknown): kind is EntryKind =>
  typeof kind === "string" && Object.hasOwn(LINES, kind);

export const lineSchemaOf = (kind: EntryKind): z.ZodType<ImportEntry> => LINES[kind] as never;

/** Any line, for the description of the API. */
export const importLine = z
  .discriminatedUnion("kind", Object.values(LINES) as [z.ZodObject, ...z.ZodObject[]])
  .meta({ title: "ImportLine" });
