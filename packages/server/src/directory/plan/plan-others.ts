import { type Entities, kindOf } from "../kinds/kinds.ts";
import { OTHER_KINDS } from "../other-kinds.ts";
import type { Planning } from "./planning.ts";

/** The entries that are no more than the fields of an entity. */
export async function planOthers(planning: Planning): Promise<void> {
  for (const kind of OTHER_KINDS) {
    const { section, id, fromEntry } = kindOf(kind);
    const entries = planning.content[section as keyof typeof planning.content] as readonly object[];
    for (const entry of entries) {
      const key = id(fromEntry(entry));
      const stored = await planning.stored.find(kind, key);
      planning.stage(kind, key, fromEntry(entry, {}, stored) as Entities[typeof kind], stored);
    }
  }
}
