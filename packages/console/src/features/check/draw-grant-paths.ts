import { EVERY_USER, findPrincipal } from "../../components/principals/principal.ts";
import type { PrincipalName } from "../../components/principals/use-principal-names.ts";
import type { GraphEdge, GraphNode, GraphState } from "../../ui/graph/graph-types.ts";
import type { EvaluatedCondition, GrantPath, NearMiss } from "./question.ts";
import type { checkTexts } from "./texts.ts";

export interface Drawing {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

interface DrawOptions {
  readonly permission: string;
  readonly allowed: boolean;
  nameOf(principal: string): PrincipalName;
  readonly texts: (typeof checkTexts)["en"];
}

/** Draws the path from the subject through groups, roles and conditions to the permission and the answer. */
export function drawGrantPaths(paths: readonly (GrantPath | NearMiss)[], options: DrawOptions): Drawing {
  const { permission, allowed, texts } = options;
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  for (const path of paths) {
    const drawn = drawGrantPath(path, options);
    for (const node of drawn.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
    for (const edge of drawn.edges) edges.set(`${edge.from} ${edge.to} ${edge.label ?? ""}`, edge);
  }
  const state: GraphState = allowed ? "granted" : "refused";
  const end = `permission ${permission}`;
  const detail = allowed ? texts.allowed : texts.denied;
  nodes.set(end, { id: end, label: permission, detail, kind: "permission", state });
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

function drawGrantPath(path: GrantPath | NearMiss, { permission, nameOf, texts }: DrawOptions): Drawing {
  const blockers = "blocked_by" in path ? path.blocked_by : [];
  const principals = path.principals.map((principal): GraphNode => {
    const { label, detail } = nameOf(principal);
    const kind = findPrincipal(principal)?.type ?? "user";
    return { id: principal, label, detail: detail === label ? undefined : detail, kind, state: "granted" };
  });
  const roles = path.roles.map((role, place): GraphNode => {
    // The instance belongs to the assigned role's node: one role may be assigned at several instances.
    const at = place === 0 ? path.assignment.at : undefined;
    const id = at === undefined ? `role ${role}` : `role ${role} ${at}`;
    return { id, label: role, ...(at !== undefined && { detail: at }), kind: "role", state: "granted" };
  });
  const condition = (evaluated: EvaluatedCondition): GraphNode => ({
    id: `condition ${evaluated.of} ${path.assignment.id} ${evaluated.source}`,
    label: evaluated.source,
    detail: texts.outcomes[evaluated.outcome],
    kind: "condition",
    state: evaluated.outcome === "true" ? "granted" : "refused",
  });
  const ofAssignment = path.conditions.filter((evaluated) => evaluated.of === "assignment").map(condition);
  const ofRole = path.conditions.filter((evaluated) => evaluated.of === "role").map(condition);
  const end: GraphNode = { id: `permission ${permission}`, label: permission, kind: "permission" };
  const chain = [...principals, ...ofAssignment, ...roles, ...ofRole, end];

  const blocked = blockers.find(({ kind }) => kind !== "condition");
  const given = blocked
    ? blocked.kind === "expired"
      ? texts.edges.expired
      : texts.edges.otherInstance
    : texts.edges.given;
  const edges = chain.slice(1).map((to, place): GraphEdge => {
    const from = chain[place] as GraphNode;
    const isGiven = from === principals.at(-1);
    const isRefused =
      from.state === "refused" || to.state === "refused" || (isGiven && blocked !== undefined);
    const label = isGiven ? given : labelBetween(from, to, texts);
    return {
      from: from.id,
      to: to.id,
      ...(label !== undefined && { label }),
      state: isRefused ? "refused" : "granted",
    };
  });
  return { nodes: chain.slice(0, -1), edges };
}

function labelBetween(
  from: GraphNode,
  to: GraphNode,
  { edges }: (typeof checkTexts)["en"],
): string | undefined {
  if (to.kind === "group" || (to.kind === "user" && to.id === EVERY_USER)) return edges.memberOf;
  if (from.kind === "role" && to.kind === "role") return edges.inherits;
  if (from.kind === "role" && to.kind === "permission") return edges.grants;
  return undefined;
}
