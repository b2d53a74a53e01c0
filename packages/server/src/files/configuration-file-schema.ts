import { z } from "zod";
import {
  ENTRY_KINDS,
  type EntryKind,
  type EntryOfKind,
  KINDS,
  type SectionOf,
} from "../directory/kinds/kinds.ts";
import { distinct, strictMap } from "../input/schemas.ts";

/** A configuration file as its author writes it. References are still names, not ids. */
export type ConfigurationFile = { readonly [K in EntryKind as SectionOf<K>]: readonly EntryOfKind<K>[] };

const listOfEntries = (kind: EntryKind) => {
  const { entry, keys = [] } = KINDS[kind];
  const list = z.array<z.ZodType>(entry);
  return keys.reduce((checked, key) => checked.superRefine(distinct(key as never)), list).default([]);
};

export const configurationFileSchema = strictMap(
  Object.fromEntries(ENTRY_KINDS.map((kind) => [KINDS[kind].section, listOfEntries(kind)])),
).meta({ title: "Configuration" }) as unknown as z.ZodType<ConfigurationFile>;
