import type { Membership, PrincipalKey } from "./entities.ts";
import { formatPrincipalKey } from "./values/principal-key.ts";

/** Which groups are in which. */
export interface GroupNesting {
  /** The groups that a group belongs to, directly or through others, nearest first. */
  groupsAbove(group: PrincipalKey): readonly PrincipalKey[];
  /** The groups that name a group as a member. */
  groupsNaming(group: PrincipalKey): readonly PrincipalKey[];
  /** The groups that belong to a group, directly or through others. */
  groupsBelow(group: PrincipalKey): readonly PrincipalKey[];
}

type Neighbours = (group: PrincipalKey) => readonly PrincipalKey[];

const NONE: readonly never[] = [];

/** From the memberships of groups in groups. */
export function compileNesting(memberships: readonly Membership[]): GroupNesting {
  const edges = memberships.map(({ group, member }) => ({
    above: formatPrincipalKey("group", group),
    below: member,
  }));
  const groupsNaming = index(edges.map(({ above, below }) => [below, above]));
  const members = index(edges.map(({ above, below }) => [above, below]));
  const closures = new Map<PrincipalKey, readonly PrincipalKey[]>();
  return {
    groupsNaming,
    groupsAbove(group) {
      if (groupsNaming(group).length === 0) return NONE;
      const known = closures.get(group) ?? reachable(group, groupsNaming);
      closures.set(group, known);
      return known;
    },
    groupsBelow: (group) => reachable(group, members),
  };
}

function index(edges: readonly (readonly [from: PrincipalKey, to: PrincipalKey])[]): Neighbours {
  const byStart = new Map<PrincipalKey, PrincipalKey[]>();
  for (const [from, to] of edges) {
    const known = byStart.get(from);
    if (known) known.push(to);
    else byStart.set(from, [to]);
  }
  return (group) => byStart.get(group) ?? NONE;
}

/** Breadth first, without the start. */
function reachable(start: PrincipalKey, next: Neighbours): readonly PrincipalKey[] {
  const seen = new Set([start]);
  for (const group of seen) for (const other of next(group)) seen.add(other);
  seen.delete(start);
  return [...seen];
}

/** The shortest chain by which a member of these groups is in that one, both ends included. */
export function findGroupChain(
  { groupsNaming }: Pick<GroupNesting, "groupsNaming">,
  from: readonly PrincipalKey[],
  to: PrincipalKey,
): readonly PrincipalKey[] | undefined {
  const chains = new Map(from.map((group) => [group, [group]]));
  for (const [group, chain] of chains) {
    if (group === to) return chain;
    for (const above of groupsNaming(group)) if (!chains.has(above)) chains.set(above, [...chain, above]);
  }
  return undefined;
}
