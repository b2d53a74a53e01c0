import type { AnswerOf } from "../../../api/call-api.ts";
import { findPrincipal } from "../../../components/principals/principal.ts";
import type { GraphEdge, GraphNode } from "../../../ui/graph/graph-types.ts";

export type Held = AnswerOf<"POST /list/permissions">["items"][number];
export type GrantPath = NonNullable<Held["via"]>;
export type Condition = GrantPath["conditions"][number];

/** Draws the grant path of a decision: from the user through groups and roles to the permission. */
export function drawGrantPath(
  path: GrantPath,
  nameOf: (principal: string) => string,
): { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] } {
  const nodes: GraphNode[] = [
    ...path.principals.map(
      (principal): GraphNode => ({
        id: principal,
        label: nameOf(principal),
        kind: kindOf(principal),
        state: "granted",
      }),
    ),
    ...path.roles.map(
      (role): GraphNode => ({ id: `role:${role}`, label: role, kind: "role", state: "granted" }),
    ),
    { id: `permission:${path.permission}`, label: path.permission, kind: "permission", state: "granted" },
  ];
  const edges = nodes.slice(1).map(
    (node, place): GraphEdge => ({
      from: nodes[place]?.id ?? "",
      to: node.id,
      state: "granted",
      ...(place === path.principals.length - 1 &&
        path.assignment.at !== undefined && { label: path.assignment.at }),
    }),
  );
  return { nodes, edges };
}

const kindOf = (principal: string): GraphNode["kind"] => findPrincipal(principal)?.type ?? "user";

/** Returns the groups from the user to the principal of the assignment, which is the last of them. */
export const groupsOf = (path: GrantPath): readonly string[] =>
  path.principals.slice(1).map((principal) => principal.replace(/^group:/, ""));
