import type { InstanceKey } from "@licet/engine/internal/entities.ts";
import type { PermissionStore, SearchStore } from "../../permissions/stores.ts";
import type { Change } from "../change.ts";
import { draftedValues } from "./drafted-values.ts";

/** The registered instances before and after the changes, as far as one simulation may read them. */
export interface InstanceTree {
  /** The instances that the changes create, alter or delete, in order. */
  readonly changed: readonly InstanceKey[];
  /** The instances below each one that gets another parent, before or after the changes. */
  readonly moved: ReadonlyMap<InstanceKey, readonly InstanceKey[]>;
  /** The instances of any resource below this one, before or after the changes. */
  below(key: InstanceKey): Promise<readonly InstanceKey[]>;
  ofResource(resource: string): Promise<readonly InstanceKey[]>;
  /** True when there are more instances than were read. */
  readonly isCutShort: boolean;
}

/** The maximum number of changed instances at which all subjects are compared. */
const MAX_CHANGED = 100;
/** The maximum number of instances that one simulation reads from trees. */
const MAX_READ = 5_000;
const MAX_QUERIES = 1_000;
/** More instances of one resource would not be compared anyway. */
const MAX_OF_RESOURCE = 200;

export async function createInstanceTree(
  store: Pick<PermissionStore, "findInstanceChain">,
  search: SearchStore,
  changes: readonly Change[],
): Promise<InstanceTree> {
  const parents = new Map(
    [...draftedValues("instance", changes)].map(([key, value]) => [key as InstanceKey, value?.parent]),
  );
  const drafted = Map.groupBy(parents.keys(), (key) => parents.get(key));
  const known = new Map<string, Promise<readonly InstanceKey[]>>();
  let left = MAX_READ;
  let queriesLeft = MAX_QUERIES;
  let isCutShort = false;

  async function childrenOf(keys: readonly InstanceKey[]): Promise<readonly InstanceKey[]> {
    if (queriesLeft === 0) isCutShort = true;
    if (queriesLeft === 0) return [];
    queriesLeft -= 1;
    const stored = await search.listChildren(keys, undefined, left + 1);
    const found = [...new Set([...stored, ...keys.flatMap((key) => drafted.get(key) ?? [])])];
    if (found.length > left) isCutShort = true;
    const read = found.slice(0, left);
    left -= read.length;
    return read;
  }

  async function readBelow(key: InstanceKey): Promise<readonly InstanceKey[]> {
    const found = new Set<InstanceKey>([key]);
    for (let level: readonly InstanceKey[] = [key]; level.length > 0; ) {
      level = (await childrenOf(level)).filter((child) => !found.has(child));
      for (const child of level) found.add(child);
    }
    found.delete(key);
    return [...found];
  }

  async function readResource(resource: string): Promise<readonly InstanceKey[]> {
    const ids = await search.listInstances(resource, undefined, MAX_OF_RESOURCE + 1);
    if (ids.length > MAX_OF_RESOURCE) isCutShort = true;
    return ids.slice(0, MAX_OF_RESOURCE).map((id): InstanceKey => `${resource}/${id}`);
  }

  /** Many subjects ask for the same instances. */
  function once(key: string, read: () => Promise<readonly InstanceKey[]>) {
    const reading = known.get(key) ?? read();
    known.set(key, reading);
    return reading;
  }

  const below = (key: InstanceKey) => once(`below ${key}`, () => readBelow(key));
  const all = [...parents.keys()].toSorted();
  const changed = all.slice(0, MAX_CHANGED);
  if (all.length > changed.length) isCutShort = true;
  const moved = new Map<InstanceKey, readonly InstanceKey[]>();
  for (const key of changed) {
    const [stored] = (await store.findInstanceChain(key)).value;
    if (stored?.parent !== parents.get(key)) moved.set(key, await below(key));
  }
  return {
    changed,
    moved,
    below,
    ofResource: (resource) => once(`of ${resource}`, () => readResource(resource)),
    get isCutShort() {
      return isCutShort;
    },
  };
}

export const resourceOf = (key: InstanceKey): string => key.slice(0, key.indexOf("/"));
