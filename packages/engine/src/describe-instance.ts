import type { Instance, InstanceKey } from "./entities.ts";
import type { InstanceFacts } from "./facts.ts";

/** The number of levels that are read: a deeper instance inherits nothing from the levels beyond. */
export const MAX_INSTANCE_LEVELS = 32;

/**
 * The facts of an instance, from itself and its registered ancestors, nearest first. An instance that is not registered
 * has neither ancestors nor attributes.
 */
export function describeInstance(key: InstanceKey, chain: readonly Instance[]): InstanceFacts {
  const path = chain.map(({ resource, id }): InstanceKey => `${resource}/${id}`);
  // An assignment may be at an instance that was never registered, so the end of the chain is where no parent is named.
  const beyond = chain.length === 0 ? key : chain.at(-1)?.parent;
  if (beyond !== undefined && path.length < MAX_INSTANCE_LEVELS && !path.includes(beyond)) path.push(beyond);
  const id = key.slice(key.indexOf("/") + 1);
  return { id, attributes: chain[0]?.attributes ?? {}, path };
}
