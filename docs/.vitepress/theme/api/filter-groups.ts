import type { ApiGroup, ApiOperation } from "./api-description.ts";

/** The operations that contain every word, with their groups. */
export function filterGroups(groups: readonly ApiGroup[], text: string): readonly ApiGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title }: ApiGroup, operation: ApiOperation) => {
    const { id, method, path, summary, permissions } = operation;
    const found = [title, id, method, path, summary, ...permissions].join(" ").toLowerCase();
    return words.every((word) => found.includes(word));
  };
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter((each) => matches(group, each)) }))
    .filter(({ operations }) => operations.length > 0);
}
