import { EVERY_USER, formatPrincipalKey, isPrincipalOf, principalId } from "../../core/principal-key.ts";
import type { InstanceKey, PrincipalKey } from "../../permissions/entities.ts";
import type { Model } from "../../permissions/model.ts";
import type { SearchStore } from "../../permissions/stores.ts";
import { type Change, entityId } from "../../state/change.ts";

const READ_AT_ONCE = 500;

/** The instances that the changes name, in order. */
export function instancesNamed(changes: readonly Change[]): readonly InstanceKey[] {
  const keys = changes.flatMap((change): readonly InstanceKey[] => {
    if (change.kind === "instance") return [`${change.value.resource}/${change.value.id}`];
    return change.kind === "assignment" && change.value.at !== undefined ? [change.value.at] : [];
  });
  return [...new Set(keys)].sort();
}

/**
 * The subjects whose permissions could differ after the changes: first those that the changes name, then members of a
 * named group, then holders of a changed role or permission. There may be very many; the caller stops when it has
 * enough.
 */
export async function* findAffected(
  search: SearchStore,
  changes: readonly Change[],
  before: Model,
  after: Model,
): AsyncGenerator<PrincipalKey> {
  const named = new Set(changes.flatMap(principalsNamed));
  yield* expand([...named], search, before, after);
  const { roles, permissions } = grantsChanged(changes, before, after);
  if (roles.length === 0 && permissions.length === 0) return;
  const holders = inChunks((from, limit) => search.listPrincipalsWith({ roles, permissions }, from, limit));
  for await (const chunk of holders) yield* expand(chunk, search, before, after);
}

function principalsNamed(change: Change): readonly PrincipalKey[] {
  switch (change.kind) {
    case "assignment":
      return [change.value.principal];
    case "membership":
      return [change.value.member];
    case "user":
    case "group":
    case "application":
    case "access_account":
      return [formatPrincipalKey(change.kind, entityId(change))];
    default:
      return [];
  }
}

/** Replaces groups by their members, direct and through other groups, before and after the changes. */
async function* expand(
  principals: readonly PrincipalKey[],
  search: SearchStore,
  before: Model,
  after: Model,
): AsyncGenerator<PrincipalKey> {
  const groups = principals.filter((principal) => isPrincipalOf("group", principal));
  yield* principals.filter((principal) => !isPrincipalOf("group", principal) && principal !== EVERY_USER);
  if (principals.includes(EVERY_USER)) return yield* usersOf((from, limit) => search.listUsers(from, limit));
  if (groups.length === 0) return;
  const all = groups.flatMap((group) => [group, ...before.groupsBelow(group), ...after.groupsBelow(group)]);
  const names = [...new Set(all)].map(principalId);
  yield* usersOf((from, limit) => search.listUsersIn(names, from, limit));
}

async function* usersOf(read: ReadTexts<string>): AsyncGenerator<PrincipalKey> {
  for await (const chunk of inChunks(read)) yield* chunk.map((id) => formatPrincipalKey("user", id));
}

type ReadTexts<T extends string> = (after: string | undefined, limit: number) => Promise<readonly T[]>;

async function* inChunks<T extends string>(read: ReadTexts<T>): AsyncGenerator<readonly T[]> {
  for (let after: T | undefined; ; ) {
    const chunk: readonly T[] = await read(after, READ_AT_ONCE);
    yield chunk;
    if (chunk.length < READ_AT_ONCE) return;
    after = chunk.at(-1);
  }
}

interface Grants {
  readonly roles: readonly string[];
  /** Permissions and patterns in the form of assignments. */
  readonly permissions: readonly string[];
}

/** The roles whose grants differ, and the permissions that were added, removed, or belong to a changed instance. */
function grantsChanged(changes: readonly Change[], before: Model, after: Model): Grants {
  const roles = new Set<string>();
  const permissions = new Set<string>();
  const touched = new Set(
    changes.flatMap((change) => (change.kind === "instance" ? [change.value.resource] : [])),
  );
  for (const name of new Set([...before.permissions.keys(), ...after.permissions.keys()])) {
    const [was, is] = [before.permissions.get(name), after.permissions.get(name)];
    const everyHolder = !was !== !is || touched.has((is ?? was)?.resource?.name ?? "");
    if (everyHolder) for (const pattern of (is ?? was)?.patterns ?? []) permissions.add(pattern);
    const [wasGiven, isGiven] = [was && before.grantsOf(was), is && after.grantsOf(is)];
    for (const role of new Set([...(wasGiven?.keys() ?? []), ...(isGiven?.keys() ?? [])])) {
      if (everyHolder || conditionsOf(wasGiven?.get(role)) !== conditionsOf(isGiven?.get(role)))
        roles.add(role);
    }
  }
  return { roles: [...roles], permissions: [...permissions] };
}

/** The conditions of a role's grant; undefined when the role does not grant the permission. */
const conditionsOf = (grants: readonly { readonly condition?: { readonly source: string } }[] | undefined) =>
  grants && JSON.stringify(grants.map(({ condition }) => condition?.source ?? null).toSorted());
