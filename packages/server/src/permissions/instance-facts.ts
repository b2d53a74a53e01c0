import { describeInstance } from "@licet/engine/describe-instance.ts";
import type { InstanceKey } from "@licet/engine/entities.ts";
import type { InstanceFacts } from "@licet/engine/facts.ts";
import type { AtRevision, PermissionStore } from "./stores.ts";

/** Reads an instance with its ancestors. */
export async function readInstance(
  store: PermissionStore,
  key: InstanceKey,
): Promise<AtRevision<InstanceFacts>> {
  const { revision, value } = await store.findInstanceChain(key);
  return { revision, value: describeInstance(key, value) };
}
