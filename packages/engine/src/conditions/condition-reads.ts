import { memoize } from "../values/bounded-cache.ts";
import type { ConditionReads, InputRoot } from "./condition.ts";
import { type ConditionNode, childrenOf } from "./condition-node.ts";
import { findPath } from "./input-paths.ts";
import { INPUTS, isInputName } from "./input-shapes.ts";
import { parseCondition } from "./parse-condition.ts";

export type { ConditionReads, InputRoot } from "./condition.ts";

/** Uses the syntax tree, so strings, comments and data with the same name do not count. */
export function conditionReads(tree: ConditionNode): ConditionReads {
  const reads = new Map<InputRoot, Set<string> | "all">();
  const visit = (node: ConditionNode): void => {
    const path = findPath(node);
    if (path === undefined) {
      for (const child of childrenOf(node)) visit(child);
      return;
    }
    const [member] = path.keys;
    const known = reads.get(path.root);
    if (member === undefined || known === "all") reads.set(path.root, "all");
    else reads.set(path.root, (known ?? new Set()).add(member));
  };
  visit(tree);
  return reads;
}

/** A condition that cannot be parsed counts as reading everything. */
export const READS_EVERYTHING: ConditionReads = new Map(
  [...INPUTS.keys()].filter(isInputName).map((root) => [root, "all"]),
);

const REMEMBERED = 10_000;

/** The same for a stored text. A text that cannot be parsed counts as reading everything. */
export const readsOfSource: (source: string) => ConditionReads = memoize(REMEMBERED, (source) => {
  const parsed = parseCondition(source);
  return "diagnostic" in parsed ? READS_EVERYTHING : conditionReads(parsed.tree);
});

/** True when a condition reads this input, or this member of it. */
export function doesRead(reads: ConditionReads, root: InputRoot, member?: string): boolean {
  const members = reads.get(root);
  if (members === undefined) return false;
  return member === undefined || members === "all" || members.has(member);
}
