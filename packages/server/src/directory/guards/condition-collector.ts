import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { readAll } from "../write/read-all.ts";
import type { DraftView } from "./draft-view.ts";
import { listDirectGroups } from "./follow.ts";
import { conditionsOf } from "./granted-permission.ts";

/** Collects the conditions under which permissions are granted, through roles and groups. */
export interface ConditionCollector {
  ofRole(name: string): Promise<void>;
  /** Collects the conditions of its assignments; does not follow groups. */
  ofPrincipal(principal: PrincipalKey): Promise<void>;
  ofGroup(name: string): Promise<void>;
  ofUser(id: string): Promise<void>;
}

/**
 * Each role, group and principal is read once, however many changes refer to it: a draft may be a chain of thousands of
 * roles, and following the rest of the chain from each would block all other requests for minutes.
 */
export function createConditionCollector(
  { find }: Pick<DraftView, "find">,
  directory: DirectoryStore,
  collect: (condition: string) => void,
): ConditionCollector {
  const ofRole = createFollowOnce(async (name: string) => {
    const role = await find("role", name);
    for (const { when } of role?.grants ?? []) conditionsOf(when).forEach(collect);
    return role?.inherits ?? [];
  });

  const ofPrincipal = createFollowOnce(async (principal: PrincipalKey) => {
    for (const { role, when } of await readAll(directory, "assignment", { principal })) {
      conditionsOf(when).forEach(collect);
      if (role !== undefined) await ofRole(role);
    }
    return [];
  });

  const ofGroup = createFollowOnce(async (group: PrincipalKey) => {
    await ofPrincipal(group);
    return listDirectGroups(directory, group);
  });

  return {
    ofRole,
    ofPrincipal,
    ofGroup: (name) => ofGroup(formatPrincipalKey("group", name)),
    async ofUser(id) {
      const user = formatPrincipalKey("user", id);
      await ofPrincipal(user);
      for (const group of await listDirectGroups(directory, user)) await ofGroup(group);
    },
  };
}

/** Follows an item, except into those that were followed before. */
function createFollowOnce<T>(next: (item: T) => Promise<Iterable<T>>): (item: T) => Promise<void> {
  const seen = new Set<T>();
  return async (item) => {
    const items = [item];
    for (const each of items) {
      if (seen.has(each)) continue;
      seen.add(each);
      items.push(...(await next(each)));
    }
  };
}
