import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { getOrInsert } from "../../core/values/get-or-insert.ts";
import type { ReplicaChangeEntry, ReplicaKind } from "../stores.ts";

/** The records that changes have touched. */
export interface TouchedKeys {
  readonly model: boolean;
  /** A role or a resource has changed: another role may give something in a resource now. */
  readonly roles: boolean;
  readonly keys: ReadonlyMap<ReplicaKind, ReadonlySet<string>>;
  readonly count: number;
}

export function collectTouched(entries: readonly ReplicaChangeEntry[]): TouchedKeys {
  let model = false;
  let roles = false;
  const keys = new Map<ReplicaKind, Set<string>>();
  const touch = (kind: ReplicaKind, key: string) => getOrInsert(keys, kind, () => new Set()).add(key);

  for (const { kind, id, topic } of entries) {
    if (topic === "model") model = true;
    if (topic.startsWith(ASSIGNMENTS)) touch("principal", topic.slice(ASSIGNMENTS.length));
    if (topic.startsWith(MEMBERS)) touch("principal", topic.slice(MEMBERS.length));
    if (kind === "role" || kind === "resource") roles = true;
    // Assignments of a group count while it is there.
    if (kind === "group") touch("principal", formatPrincipalKey("group", id));
    if (kind === "user" || kind === "application" || kind === "access_account" || kind === "instance")
      touch(kind, id);
  }
  const count = keys.values().reduce((sum, { size }) => sum + size, Number(model));
  return { model, roles, keys, count };
}

const ASSIGNMENTS = "assignments:";
const MEMBERS = "members:";
