import { BoundedCache } from "@licet/engine/internal/values/bounded-cache.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { withSharedDeadline } from "../../core/time/deadline.ts";
import { getOrInsert } from "../../core/values/get-or-insert.ts";
import type { ReplicaStore, ReplicaView } from "../stores.ts";
import { conditionsOf, type LimitedModel, limitModel } from "./limit-model.ts";
import { selectMembers } from "./replica-selection.ts";
import { includesMember, membersReadBy } from "./stored-members.ts";
import { collectTouched, type TouchedKeys } from "./touched-keys.ts";
import { readMembers } from "./write-snapshot.ts";

/** A copy, and how far it is. */
export interface ReplicaPosition {
  readonly after: number;
  /** The members that the copy holds, as its snapshot named them. */
  readonly reads: readonly string[];
  readonly resources?: readonly string[] | undefined;
  readonly usernames: boolean;
  /** The roles that gave something in the resources at `after`. Undefined when this is not known yet. */
  readonly roles?: readonly string[] | undefined;
}

/** The present values of what changed after a position, all of one revision. */
export interface ReplicaChanges {
  readonly revision: number;
  /** `performance.now()` at the beginning of the reading: everything that was committed before is in the revision. */
  readonly readAt: number;
  /** Records as JSON texts. Undefined: the copy has to be loaded again. */
  readonly records?: readonly string[];
  readonly roles?: readonly string[] | undefined;
}

/**
 * `verifies`: also compares the members that the copy holds with those that conditions read. A caller that names others
 * would get what no copy may have, or miss what decisions read.
 */
export type ReadReplicaChanges = (
  position: ReplicaPosition,
  options: { readonly verifies: boolean },
) => Promise<ReplicaChanges>;

/** A copy that is further behind is loaded again, which is cheaper from here on. */
const MOST_KEYS = 1_000;

/** What conditions read is the same for all copies with the same limits, until something changes. */
const REMEMBERED_MEMBERS = 16;

/** Copies at the same position share a reading. */
export function createReadReplicaChanges(store: ReplicaStore): ReadReplicaChanges {
  const running = new Map<string, Promise<ReplicaChanges>>();
  const members = new BoundedCache<Promise<readonly string[]>>(REMEMBERED_MEMBERS);
  const membersAt: MembersAt = (view, model) => {
    const key = JSON.stringify([view.revision, model.limits?.resources]);
    const known = members.get(key);
    if (known) return known;
    const reading = readMembers(view, model);
    members.set(key, reading);
    reading.catch(() => members.delete(key));
    return reading;
  };
  return (position, { verifies }) => {
    const key = JSON.stringify([position, verifies]);
    return getOrInsert(running, key, () => {
      const readAt = performance.now();
      const reading = withSharedDeadline(() =>
        store.read((view) => readChanges(view, position, verifies ? membersAt : undefined)),
      ).then((changes) => ({ readAt, ...changes }));
      return reading.finally(() => running.delete(key));
    });
  };
}

type MembersAt = (view: ReplicaView, model: LimitedModel) => Promise<readonly string[]>;

async function readChanges(
  view: ReplicaView,
  position: ReplicaPosition,
  membersAt: MembersAt | undefined,
): Promise<Omit<ReplicaChanges, "readAt">> {
  const { revision } = view;
  const reset = { revision };
  const entries = await view.listChangesAfter(position.after);
  if (entries === undefined) return reset;
  const touched = collectTouched(entries);
  if (touched.count > MOST_KEYS) return reset;
  const model = await findModel(view, position, touched.model || membersAt !== undefined);
  if (model === "unknown resource") return reset;
  const roles = model?.limits?.roles;
  // A copy has no assignments of roles that gave nothing in its resources before.
  if (position.resources && touched.roles && !isSame(position.roles, roles)) return reset;
  if (membersAt && model && !isSame(position.reads, await membersAt(view, model))) return reset;
  if (!(await readsHeldMembers(view, position, touched, model))) return reset;
  return { revision, records: await readRecords(view, position, touched, model), roles };
}

/** The model, if it is needed. */
async function findModel(
  view: ReplicaView,
  { resources }: ReplicaPosition,
  isNeeded: boolean,
): Promise<LimitedModel | undefined | "unknown resource"> {
  if (!isNeeded && resources === undefined) return undefined;
  try {
    return limitModel(await view.loadModel(), resources);
  } catch (error) {
    if (error instanceof InvalidInputError) return "unknown resource";
    throw error;
  }
}

/** True when every condition that is sent reads only what the copy holds. */
async function readsHeldMembers(
  view: ReplicaView,
  { reads }: ReplicaPosition,
  { model: isModelTouched, keys }: TouchedKeys,
  model: LimitedModel | undefined,
): Promise<boolean> {
  const principals = [...(keys.get("principal") ?? [])];
  const conditions = [
    ...(isModelTouched && model ? conditionsOf(model.record) : []),
    ...(principals.length > 0 ? await view.listConditionsOf(principals, model?.limits) : []),
  ];
  const held = new Set(reads);
  return conditions.flatMap(membersReadBy).every((member) => includesMember(held, member));
}

async function readRecords(
  view: ReplicaView,
  { reads, usernames }: ReplicaPosition,
  { model: isModelTouched, keys }: TouchedKeys,
  model: LimitedModel | undefined,
): Promise<readonly string[]> {
  const selection = selectMembers(reads, usernames, model?.limits);
  const records = isModelTouched && model ? [JSON.stringify(model.record)] : [];
  for (const [kind, touched] of keys)
    records.push(...(await view.readRecords(kind, [...touched], selection)));
  return records;
}

const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.length === other.length &&
  one.every((name, index) => name === other[index]);
