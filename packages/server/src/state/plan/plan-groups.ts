import type { Membership } from "../../permissions/entities.ts";
import { didYouMean } from "../did-you-mean.ts";
import { quote } from "../file-values.ts";
import { findCycle, formatCycle } from "./find-cycle.ts";
import { findUserId } from "./find-user-id.ts";
import type { UserIds } from "./plan-users.ts";
import { type Belongings, type Planning, put, remove } from "./planning.ts";

export interface GroupNames {
  problemOf(name: string): string | undefined;
}

export async function planGroups(planning: Planning, users: UserIds): Promise<GroupNames> {
  const entries = planning.content.groups;
  const storedGroups = new Map((await planning.stored.list("group")).map((group) => [group.name, group]));
  const names = new Set([...storedGroups.keys(), ...entries.map((entry) => entry.name)]);
  const groups: GroupNames = {
    problemOf: (name) =>
      names.has(name) ? undefined : `there is no group ${quote(name)}${didYouMean(name, names)}`,
  };
  // All memberships are read only for a file that has groups: there may be as many as users.
  const storedMembers = entries.length === 0 ? [] : await planning.stored.list("membership");
  const membersOf = new Map<string, readonly Membership[]>(
    Map.groupBy(storedMembers, (member) => member.group),
  );

  for (const [index, { members, ...group }] of entries.entries()) {
    const before = membersOf.get(group.name) ?? [];
    const after =
      members === undefined ? before : await readMembers(planning, index, group.name, members, users, groups);
    membersOf.set(group.name, after);
    planning.settle("group", group.name, group, storedGroups.get(group.name), memberChanges(before, after));
  }

  const nested = (name: string) =>
    (membersOf.get(name) ?? [])
      .filter(({ member }) => member.startsWith("group:"))
      .map(({ member }) => member.slice(6));
  const cycle = findCycle(membersOf.keys(), nested);
  if (cycle !== undefined) {
    const index = entries.findIndex((entry) => cycle.includes(entry.name));
    planning.problem(["groups", index, "members"], `contains itself: ${formatCycle(cycle)}`);
  }
  return groups;
}

async function readMembers(
  planning: Planning,
  index: number,
  group: string,
  members: readonly string[],
  users: UserIds,
  groups: GroupNames,
): Promise<Membership[]> {
  const found = new Map<string, Membership>();
  for (const [position, text] of members.entries()) {
    const path = ["groups", index, "members", position];
    const name = text.slice(text.indexOf(":") + 1);
    if (text.startsWith("group:")) {
      const problem = groups.problemOf(name);
      if (problem !== undefined) planning.problem(path, problem);
      found.set(text, { group, member: `group:${name}` });
      continue;
    }
    const userId = await findUserId(planning, users, name);
    if (userId === undefined)
      planning.problem(path, `there is no user ${quote(name)}${didYouMean(name, users.keys())}`);
    // By id, so that one user given by name and by id is one member.
    else found.set(userId, { group, member: `user:${userId}` });
  }
  return [...found.values()];
}

function memberChanges(before: readonly Membership[], after: readonly Membership[]): Belongings {
  const missing = (from: readonly Membership[]) => {
    const present = new Set(from.map(({ member }) => member));
    return ({ member }: Membership) => !present.has(member);
  };
  const changes = [
    ...before.filter(missing(after)).map((membership) => remove("membership", membership)),
    ...after.filter(missing(before)).map((membership) => put("membership", membership)),
  ];
  return { changes, fields: changes.length === 0 ? [] : ["members"] };
}
