import type { PrincipalKey } from "@licet/engine/entities.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { readAll } from "../read-all.ts";
import type { DirectoryStore } from "../stores.ts";
import type { DraftView } from "./draft-view.ts";
import { listDirectGroups } from "./list-direct-groups.ts";

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
  const roles = new Set<string>();
  const groups = new Set<string>();
  const principals = new Set<PrincipalKey>();

  const collectIfGiven = (condition: string | undefined) => {
    if (condition !== undefined) collect(condition);
  };

  async function ofRole(name: string): Promise<void> {
    const names = [name];
    for (const each of names) {
      if (roles.has(each)) continue;
      roles.add(each);
      const role = await find("role", each);
      for (const { when } of role?.grants ?? []) collectIfGiven(when);
      for (const inherited of role?.inherits ?? []) names.push(inherited);
    }
  }

  async function ofPrincipal(principal: PrincipalKey): Promise<void> {
    if (principals.has(principal)) return;
    principals.add(principal);
    for (const { role, when } of await readAll(directory, "assignment", { principal })) {
      collectIfGiven(when);
      if (role !== undefined) await ofRole(role);
    }
  }

  async function ofGroup(name: string): Promise<void> {
    const names = [name];
    for (const each of names) {
      if (groups.has(each)) continue;
      groups.add(each);
      await ofPrincipal(formatPrincipalKey("group", each));
      names.push(...(await listDirectGroups(directory, formatPrincipalKey("group", each))));
    }
  }

  return {
    ofRole,
    ofPrincipal,
    ofGroup,
    async ofUser(id) {
      await ofPrincipal(formatPrincipalKey("user", id));
      for (const group of await listDirectGroups(directory, formatPrincipalKey("user", id)))
        await ofGroup(group);
    },
  };
}
