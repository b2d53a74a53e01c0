import type { EntityKind } from "../../state/change.ts";

/** What a token must be allowed to read to see the changed members of each kind. */
const READ_PERMISSIONS: { readonly [kind in EntityKind | "logo"]: `licet:${string}.read` } = {
  resource: "licet:resources.read",
  instance: "licet:resources.read",
  permission: "licet:permissions.read",
  role: "licet:roles.read",
  group: "licet:groups.read",
  membership: "licet:groups.read",
  assignment: "licet:assignments.read",
  application: "licet:applications.read",
  access_account: "licet:applications.read",
  secret: "licet:applications.read",
  logo: "licet:applications.read",
  user: "licet:users.read",
};

type Data = Readonly<Record<string, unknown>>;

/**
 * Leaves out the changed members unless the caller may read what was changed: they have email addresses, attributes and
 * conditions, which a reader of the audit log alone does not see.
 */
export function withholdChanges(type: string, data: Data, permissions: ReadonlySet<string>): Data {
  if (!Object.hasOwn(data, "changes")) return data;
  const kind = type.slice(0, type.indexOf("."));
  const needed = Object.entries(READ_PERMISSIONS).find(([known]) => known === kind)?.[1];
  if (needed !== undefined && permissions.has(needed)) return data;
  const { changes: _, truncated: __, ...rest } = data;
  return { ...rest, changes_withheld: true };
}
