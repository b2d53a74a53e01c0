import { isEntityKind, permissionOf } from "../../directory/kinds/kinds.ts";

type Data = Readonly<Record<string, unknown>>;

/**
 * Leaves out the changed members unless the caller may read what was changed: they have email addresses, attributes and
 * conditions, which a reader of the audit log alone does not see.
 */
export function withholdChanges(type: string, data: Data, permissions: ReadonlySet<string>): Data {
  if (!Object.hasOwn(data, "changes")) return data;
  const changed = type.slice(0, type.indexOf("."));
  const kind = changed === "logo" ? "application" : changed;
  if (isEntityKind(kind) && permissions.has(permissionOf(kind, "read"))) return data;
  const { changes: _, truncated: __, ...rest } = data;
  return { ...rest, changes_withheld: true };
}
