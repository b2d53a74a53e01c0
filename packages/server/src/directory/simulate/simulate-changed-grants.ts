import { setImmediate as nextTurn } from "node:timers/promises";
import type { Model, Permission } from "@licet/engine/internal/model.ts";

/** How the changes alter what roles and permissions give. */
export interface ChangedGrants {
  /** The permissions that each changed role gives differently, under the name of the role. */
  readonly byRole: ReadonlyMap<string, readonly Permission[]>;
  /** The permissions that were added or removed, under the patterns that name them in an assignment. */
  readonly byPattern: ReadonlyMap<string, readonly Permission[]>;
  /** Whoever holds one of these may be affected: also the holders of the permissions of a changed instance. */
  readonly holders: { readonly roles: readonly string[]; readonly permissions: readonly string[] };
}

/** Each may have some hundred grants: other requests are served after this many. */
const PERMISSIONS_PER_TURN = 8;

/** `touched` are the resources whose instances the changes alter or move. */
export async function findChangedGrants(
  before: Model,
  after: Model,
  touched: ReadonlySet<string>,
): Promise<ChangedGrants> {
  const byRole = new Map<string, Permission[]>();
  const byPattern = new Map<string, Permission[]>();
  const holders = { roles: new Set<string>(), permissions: new Set<string>() };
  const names = new Set([...before.permissions.keys(), ...after.permissions.keys()]);
  for (const [index, name] of [...names].entries()) {
    if (index % PERMISSIONS_PER_TURN === PERMISSIONS_PER_TURN - 1) await nextTurn();
    const [was, is] = [before.permissions.get(name), after.permissions.get(name)];
    const permission = (is ?? was) as Permission;
    const isNewOrGone = !was !== !is;
    const isTouched = touched.has(permission.resource?.name ?? "");
    for (const pattern of isNewOrGone || isTouched ? permission.patterns : []) {
      holders.permissions.add(pattern);
      if (isNewOrGone) add(byPattern, pattern, permission);
    }
    const [wasGiven, isGiven] = [was && before.grantsOf(was), is && after.grantsOf(is)];
    for (const role of new Set([...(wasGiven?.keys() ?? []), ...(isGiven?.keys() ?? [])])) {
      const differs = isNewOrGone || conditionsOf(wasGiven?.get(role)) !== conditionsOf(isGiven?.get(role));
      if (differs) add(byRole, role, permission);
      if (differs || isTouched) holders.roles.add(role);
    }
  }
  return {
    byRole,
    byPattern,
    holders: { roles: [...holders.roles], permissions: [...holders.permissions] },
  };
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The conditions of a role's grant; undefined when the role does not grant the permission. */
const conditionsOf = (grants: readonly { readonly condition?: { readonly source: string } }[] | undefined) =>
  grants && JSON.stringify(grants.map(({ condition }) => condition?.source ?? null).toSorted());
