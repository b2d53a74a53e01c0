import type { InstanceKey } from "./entities.ts";
import type { InstanceFacts } from "./facts.ts";
import type { AtRevision, PermissionStore } from "./stores.ts";

/** The number of levels that the store reads: a deeper instance inherits nothing from the levels beyond. */
const MAX_LEVELS = 32;

/** Reads an instance with its ancestors. An instance that is not registered has neither ancestors nor attributes. */
export async function readInstance(
  store: PermissionStore,
  key: InstanceKey,
): Promise<AtRevision<InstanceFacts>> {
  const { revision, value: chain } = await store.findInstanceChain(key);
  const path = chain.map(({ resource, id }): InstanceKey => `${resource}/${id}`);
  // An assignment may be at an instance that was never registered, so the end of the chain is where no parent is named.
  const beyond = chain.length === 0 ? key : chain.at(-1)?.parent;
  if (beyond !== undefined && path.length < MAX_LEVELS && !path.includes(beyond)) path.push(beyond);
  const id = key.slice(key.indexOf("/") + 1);
  return { revision, value: { id, attributes: chain[0]?.attributes ?? {}, path } };
}
