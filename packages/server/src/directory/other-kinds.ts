import { ENTRY_KINDS, type EntryKind } from "./kinds/kinds.ts";

/** Kinds with rules of their own: what an entry names becomes ids, or a part of the entry is stored apart. */
const WITH_RULES: readonly EntryKind[] = [
  "resource",
  "permission",
  "role",
  "group",
  "user",
  "membership",
  "instance",
  "application",
  "access_account",
  "assignment",
];

/** The kinds whose entries are no more than their fields. */
export const OTHER_KINDS = ENTRY_KINDS.filter((kind) => !WITH_RULES.includes(kind));
