import { type ConditionNode, childrenOf } from "@licet/engine/internal/conditions/condition-node.ts";
import { findPath, type InputPath, writePath } from "@licet/engine/internal/conditions/input-paths.ts";
import { parseCondition } from "@licet/engine/internal/conditions/parse-condition.ts";
import { memoize } from "@licet/engine/internal/values/bounded-cache.ts";

/**
 * The stored members of users, applications and instances that a condition reads, as `SnapshotStart.reads` names them:
 * `subject.email`, `subject.attributes.department`, `resource.attributes`, or `*` for all.
 */
export const EVERY_MEMBER = "*";

const REMEMBERED = 10_000;

/** A condition that cannot be parsed grants nothing, so it reads nothing. */
export const membersReadBy: (source: string) => readonly string[] = memoize(REMEMBERED, (source) => {
  const parsed = parseCondition(source);
  return "diagnostic" in parsed ? [] : [...collectMembers(parsed.tree)];
});

function collectMembers(tree: ConditionNode): ReadonlySet<string> {
  const members = new Set<string>();
  const visit = (node: ConditionNode): void => {
    const path = findPath(node);
    if (path === undefined) {
      for (const child of childrenOf(node)) visit(child);
      return;
    }
    const member = storedMember(path);
    if (member !== undefined) members.add(member);
  };
  visit(tree);
  return members;
}

/** What is not stored (the request), and what every copy has (types and ids), is no such member. */
const STORED: Readonly<Record<string, ReadonlySet<string>>> = {
  subject: new Set(["name", "email"]),
  resource: new Set(),
  client: new Set(["name", "type"]),
};
const WITH_ATTRIBUTES: ReadonlySet<string> = new Set(["subject", "resource"]);

function storedMember({ root, keys }: InputPath): string | undefined {
  const stored = STORED[root];
  if (stored === undefined) return undefined;
  const [member, key] = keys;
  if (member === undefined) return EVERY_MEMBER;
  if (stored.has(member)) return writePath({ root, keys: [member] });
  if (member !== "attributes" || !WITH_ATTRIBUTES.has(root)) return undefined;
  return writePath({ root, keys: key === undefined ? [member] : [member, key] });
}

/** A list of names is sent with every request for changes, so a long one is replaced by one for all. */
const LONGEST_READS_BYTES = 4_096;

/** The members without those that others include, in order. */
export function summarizeMembers(members: ReadonlySet<string>): readonly string[] {
  if (members.has(EVERY_MEMBER)) return [EVERY_MEMBER];
  const reads = [...members].filter((member) => !isAttributeOf(members, member)).toSorted();
  return Buffer.byteLength(JSON.stringify(reads)) > LONGEST_READS_BYTES ? [EVERY_MEMBER] : reads;
}

/** True when a copy that holds the members of `reads` holds this one. */
export const includesMember = (reads: ReadonlySet<string>, member: string): boolean =>
  reads.has(EVERY_MEMBER) || reads.has(member) || isAttributeOf(reads, member);

/** True for one attribute among members that include all attributes. */
function isAttributeOf(members: ReadonlySet<string>, member: string): boolean {
  const all = ATTRIBUTES.exec(member)?.[0];
  return all !== undefined && all !== member && members.has(all);
}
const ATTRIBUTES = /^(?:subject|resource)\.attributes(?=[.[])/;
