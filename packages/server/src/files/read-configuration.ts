import { ConflictError } from "../core/errors/errors.ts";
import type { Entities } from "../directory/change.ts";
import { ENTRY_KINDS, type EntryKind } from "../directory/kinds/kinds.ts";
import type { StateStore } from "../directory/stores.ts";

/** What a file can hold. Secrets are stored as hashes, which no file can. */
export type StoredConfiguration = {
  readonly [K in EntryKind]: readonly Entities[K][];
} & { readonly revision: number };

const MAX_ATTEMPTS = 10;

/** Reads everything of one revision. When a write comes in between, it reads again. */
export async function readConfiguration(
  store: Pick<StateStore, "list" | "revision">,
): Promise<StoredConfiguration> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const revision = await store.revision();
    const lists: [string, unknown][] = [];
    for (const kind of ENTRY_KINDS) lists.push([kind, await store.list(kind)]);
    if ((await store.revision()) === revision)
      return { ...Object.fromEntries(lists), revision } as unknown as StoredConfiguration;
  }
  throw new ConflictError(
    "the configuration cannot be read, because others write at the same time; try again",
  );
}
