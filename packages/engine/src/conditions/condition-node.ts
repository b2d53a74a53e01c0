import type { Type } from "./types.ts";

export type Macro = "all" | "exists" | "exists_one" | "map" | "filter";

/** A mistake at an offset in the source; lines and columns are counted when it is shown. */
export interface Diagnostic {
  readonly offset: number;
  readonly message: string;
}

/** The expression as written: macros are not expanded, and every node has its offset in the source. */
export type ConditionNode = { readonly offset: number } & (
  | { readonly kind: "literal"; readonly value: LiteralValue; readonly type: Type }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly operand: ConditionNode; readonly field: string }
  | { readonly kind: "has"; readonly operand: ConditionNode; readonly field: string }
  | { readonly kind: "index"; readonly operand: ConditionNode; readonly key: ConditionNode }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly target: ConditionNode | undefined;
      readonly args: readonly ConditionNode[];
    }
  | { readonly kind: "list"; readonly elements: readonly ConditionNode[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [ConditionNode, ConditionNode])[] }
  | {
      readonly kind: "comprehension";
      readonly macro: Macro;
      readonly range: ConditionNode;
      readonly variable: string;
      /** The test, the mapping, or both: the parts that are evaluated once for each element. */
      readonly bodies: readonly ConditionNode[];
    }
);

export type LiteralValue = boolean | bigint | number | string | Uint8Array | null;

export type NodeOf<Kind extends ConditionNode["kind"]> = Extract<ConditionNode, { readonly kind: Kind }>;

export function childrenOf(node: ConditionNode): readonly ConditionNode[] {
  switch (node.kind) {
    case "literal":
    case "name":
      return [];
    case "member":
    case "has":
      return [node.operand];
    case "index":
      return [node.operand, node.key];
    case "call":
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case "list":
      return node.elements;
    case "map":
      return node.entries.flat();
    case "comprehension":
      return [node.range, ...node.bodies];
  }
}

export function everyNode(root: ConditionNode, visit: (node: ConditionNode) => void): void {
  visit(root);
  for (const child of childrenOf(root)) everyNode(child, visit);
}

/** The position where the text of a node begins: an operator's own position is in the middle of it. */
export const startOf = (node: ConditionNode): number =>
  Math.min(node.offset, ...childrenOf(node).map(startOf));
