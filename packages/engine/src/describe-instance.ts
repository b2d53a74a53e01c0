import type { Instance, InstanceKey } from "./entities.ts";
import type { InstanceFacts } from "./facts.ts";
import type { Attributes } from "./values/attributes.ts";

/** The number of levels that are read: a deeper instance inherits nothing from the levels beyond. */
export const MAX_INSTANCE_LEVELS = 32;

/** A registered instance: one level of a chain from an instance to its ancestors. */
export interface InstanceLevel {
  readonly key: InstanceKey;
  readonly parent: InstanceKey | undefined;
  readonly attributes: Attributes;
}

/**
 * The facts of an instance, from itself and its registered ancestors, nearest first. An instance that is not registered
 * has neither ancestors nor attributes.
 */
export function describeInstance(key: InstanceKey, chain: readonly Instance[]): InstanceFacts {
  return describeLevels(
    key,
    chain.map(({ resource, id, parent, attributes }) => ({ key: `${resource}/${id}`, parent, attributes })),
  );
}

export function describeLevels(key: InstanceKey, levels: readonly InstanceLevel[]): InstanceFacts {
  const path = levels.map((level) => level.key);
  // An assignment may be at an instance that was never registered, so the end of the chain is where no parent is named.
  const beyond = levels.length === 0 ? key : levels.at(-1)?.parent;
  if (beyond !== undefined && path.length < MAX_INSTANCE_LEVELS && !path.includes(beyond)) path.push(beyond);
  const id = key.slice(key.indexOf("/") + 1);
  return { id, attributes: levels[0]?.attributes ?? {}, path };
}
