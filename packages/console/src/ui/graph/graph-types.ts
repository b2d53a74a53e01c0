export type GraphState = "granted" | "refused" | "neutral";

export interface GraphNode {
  readonly id: string;
  readonly label: string;
  /** The second, smaller line of a node. */
  readonly detail?: string | undefined;
  readonly kind:
    | "user"
    | "group"
    | "application"
    | "access_account"
    | "role"
    | "permission"
    | "resource"
    | "condition"
    | "decision";
  readonly state?: GraphState;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string | undefined;
  readonly state?: GraphState;
}
