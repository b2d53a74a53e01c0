import type { AnswerOf } from "../../../api/call-api.ts";
import type { GraphEdge, GraphNode } from "../../../ui/graph/graph-types.ts";
import { findPrincipal } from "../../assignments/principal.ts";

export type Held = AnswerOf<"POST /list/permissions">["items"][number];
export type Way = NonNullable<Held["via"]>;
export type Condition = Way["conditions"][number];

/** From the user over groups and roles to the permission, as it was decided. */
export function drawWay(
  way: Way,
  called: (principal: string) => string,
): { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] } {
  const nodes: GraphNode[] = [
    ...way.principals.map(
      (principal): GraphNode => ({
        id: principal,
        label: called(principal),
        kind: kindOf(principal),
        state: "granted",
      }),
    ),
    ...way.roles.map(
      (role): GraphNode => ({ id: `role:${role}`, label: role, kind: "role", state: "granted" }),
    ),
    { id: `permission:${way.permission}`, label: way.permission, kind: "permission", state: "granted" },
  ];
  const edges = nodes.slice(1).map(
    (node, place): GraphEdge => ({
      from: nodes[place]?.id ?? "",
      to: node.id,
      state: "granted",
      ...(place === way.principals.length - 1 &&
        way.assignment.at !== undefined && { label: way.assignment.at }),
    }),
  );
  return { nodes, edges };
}

const kindOf = (principal: string): GraphNode["kind"] => findPrincipal(principal)?.type ?? "user";

/** The groups between the user and whoever has the assignment. */
export const groupsOf = (way: Way): readonly string[] =>
  way.principals.slice(1).map((principal) => principal.replace(/^group:/, ""));
