import type { Membership } from "@licet/engine/internal/entities.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import {
  formatPrincipalKey,
  isPrincipalOf,
  parsePrincipalKey,
  principalId,
} from "@licet/engine/internal/values/principal-key.ts";
import type { EntryPath } from "./entries-error.ts";
import { findCycle } from "./find-cycle.ts";
import { findUserId } from "./find-user-id.ts";
import { cyclic, notFound } from "./issues.ts";
import type { UserIds } from "./plan-users.ts";
import { type Planning, put, type RelatedChanges, remove } from "./planning.ts";

export interface GroupNames {
  findIssue(name: string): Promise<DescribedIssue | undefined>;
}

export async function planGroups(planning: Planning, users: UserIds): Promise<GroupNames> {
  const { content, stored } = planning;
  const inFile = new Set(content.groups.map(({ name }) => name));
  const groups: GroupNames = {
    async findIssue(name) {
      if (inFile.has(name) || (await stored.find("group", name)) !== undefined) return undefined;
      const known = [...inFile, ...(await stored.list("group")).map((group) => group.name)];
      return notFound("group", name, known);
    },
  };
  const nesting = createNesting();
  const single = await resolveMemberships(planning, users, groups);
  const singleByGroup = Map.groupBy(single, ({ membership }) => membership.group);
  for (const [index, { members, ...group }] of content.groups.entries()) {
    const before = members === undefined ? [] : await stored.listMembers(group.name);
    const after =
      members === undefined ? [] : await resolveMembers(planning, index, group.name, members, users, groups);
    if (members !== undefined) nesting.replace(group.name, after, ["groups", index, "members"]);
    const known = await stored.find("group", group.name);
    // The list of a group does not remove the members that are given one by one beside it.
    const kept = (singleByGroup.get(group.name) ?? []).map(({ membership }) => membership);
    planning.stage("group", group.name, group, known, memberChanges(before, after, kept));
  }
  for (const { index, membership } of single) {
    nesting.add(membership, ["memberships", index, "member"]);
    const name = `${membership.group}/${membership.member}`;
    planning.stage("membership", name, membership, await stored.find("membership", name));
  }
  await nesting.check(planning);
  return groups;
}

/** Checks that no group will contain itself. It reads stored groups only when the state nests groups. */
function createNesting() {
  const replaced = new Map<string, Membership[]>();
  const added: Membership[] = [];
  const places = new Map<string, EntryPath>();
  const isNested = ({ member }: Membership) => isPrincipalOf("group", member);
  return {
    replace(group: string, members: readonly Membership[], path: EntryPath): void {
      replaced.set(group, members.filter(isNested));
      places.set(group, path);
    },
    add(membership: Membership, path: EntryPath): void {
      if (!isNested(membership)) return;
      added.push(membership);
      places.set(membership.group, path);
    },
    async check(planning: Planning): Promise<void> {
      if (added.length === 0 && [...replaced.values()].every((members) => members.length === 0)) return;
      const kept = (await planning.stored.listNestedGroups()).filter(({ group }) => !replaced.has(group));
      const edges = Map.groupBy([...kept, ...added, ...[...replaced.values()].flat()], ({ group }) => group);
      const within = (name: string) => (edges.get(name) ?? []).map(({ member }) => principalId(member));
      const cycle = findCycle(edges.keys(), within);
      if (cycle === undefined) return;
      const path = cycle.map((name) => places.get(name)).find((place) => place !== undefined);
      planning.conflict(path ?? ["groups"], cyclic("contains", cycle));
    },
  };
}

async function resolveMemberships(
  planning: Planning,
  users: UserIds,
  groups: GroupNames,
): Promise<readonly { readonly index: number; readonly membership: Membership }[]> {
  const resolved: { index: number; membership: Membership }[] = [];
  for (const [index, { group, member }] of planning.content.memberships.entries()) {
    const path = ["memberships", index];
    const missing = await groups.findIssue(group);
    if (missing !== undefined) planning.report([...path, "group"], missing);
    const found = await findMember(planning, member, users, groups);
    if ("issue" in found) planning.report([...path, "member"], found.issue);
    else if (missing === undefined) resolved.push({ index, membership: { group, member: found.member } });
  }
  return resolved;
}

async function resolveMembers(
  planning: Planning,
  index: number,
  group: string,
  members: readonly string[],
  users: UserIds,
  groups: GroupNames,
): Promise<Membership[]> {
  // The map is by key, so a user given by name and by id is one member.
  const found = new Map<string, Membership>();
  for (const [position, text] of members.entries()) {
    const each = await findMember(planning, text, users, groups);
    if ("issue" in each) planning.report(["groups", index, "members", position], each.issue);
    else found.set(each.member, { group, member: each.member });
  }
  return [...found.values()];
}

async function findMember(
  planning: Planning,
  text: string,
  users: UserIds,
  groups: GroupNames,
): Promise<{ readonly member: Membership["member"] } | { readonly issue: DescribedIssue }> {
  const { type, id: name } = parsePrincipalKey(text as Membership["member"]);
  if (type === "group") {
    const issue = await groups.findIssue(name);
    return issue === undefined ? { member: formatPrincipalKey("group", name) } : { issue };
  }
  const id = await findUserId(planning, users, name);
  if (id !== undefined) return { member: formatPrincipalKey("user", id) };
  return { issue: notFound("user", name, users.keys()) };
}

function memberChanges(
  before: readonly Membership[],
  after: readonly Membership[],
  kept: readonly Membership[],
): RelatedChanges {
  const missing = (from: readonly Membership[]) => {
    const present = new Set(from.map(({ member }) => member));
    return ({ member }: Membership) => !present.has(member);
  };
  const changes = [
    ...before.filter(missing([...after, ...kept])).map((membership) => remove("membership", membership)),
    ...after.filter(missing(before)).map((membership) => put("membership", membership)),
  ];
  return { changes, fields: changes.length === 0 ? [] : ["members"] };
}
