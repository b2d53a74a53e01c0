import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Model, Permission } from "@licet/engine/internal/model.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  isPrincipalOf,
  principalId,
} from "@licet/engine/internal/values/principal-key.ts";
import { requireTime } from "../../core/time/deadline.ts";
import type { SearchStore } from "../stores.ts";
import { chunkSize, type PageRequest } from "./list-page.ts";

export type SubjectType = "user" | "application";

interface HolderSearch {
  readonly search: SearchStore;
  readonly model: Model;
  readonly permission: Permission;
  readonly types: readonly SubjectType[];
  readonly page: PageRequest;
}

/** With more groups than this, going through all users is less work than asking for the members of each. */
const MAX_GROUPS = 200;

/**
 * Finds the principals that could hold a permission, as keys in order and in chunks: those with an assignment that
 * names it, directly or through a role, and the members of groups that have one.
 */
export async function* findHolders(options: HolderSearch): AsyncGenerator<readonly PrincipalKey[]> {
  const { types, page } = options;
  const size = chunkSize(page);
  const after = page.after ?? "";
  const wanted = (type: SubjectType) => types.includes(type) && after < endOf(type);
  if (wanted("application")) yield* inChunks(applicationsAfter(options), idIn(after, "application"), size);
  if (wanted("user")) yield* userChunks(options, idIn(after, "user"), size);
}

/** Follows all keys of a type, and of the types before it: `;` comes after `:` in the order of characters. */
const endOf = (type: SubjectType): string => `${type};`;

/** Ids of one kind in order, at most `limit` from behind `after`; fewer are the last. */
type ReadIds = (after: string, limit: number) => Promise<readonly PrincipalKey[]>;

async function* inChunks(
  read: ReadIds,
  start: string,
  size: number,
): AsyncGenerator<readonly PrincipalKey[]> {
  for (let after = start; ; ) {
    requireTime();
    const chunk = await read(after, size);
    if (chunk.length > 0) yield chunk;
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < size) return;
    after = principalId(last);
  }
}

/** The position of a cursor among the ids of one type: before all of them unless it is of that type. */
const idIn = (cursor: string, type: SubjectType): string =>
  isPrincipalOf(type, cursor) ? principalId(cursor) : "";

function applicationsAfter(options: HolderSearch): ReadIds {
  return (after, limit) => principalsOf(options, "application", after, limit);
}

/** Groups come before users in the order of keys, and all users together come first among those. */
const GROUPS_AND_USERS = { after: formatPrincipalKey("group", ""), upTo: endOf("user") };
const GROUPS_AND_EVERYONE = { ...GROUPS_AND_USERS, upTo: EVERY_USER };

const isSingleUser = (principal: PrincipalKey): boolean =>
  isPrincipalOf("user", principal) && principal !== EVERY_USER;

/** Most permissions are given to no group. Then the statement that would find groups has found the first users. */
async function* userChunks(
  options: HolderSearch,
  start: string,
  size: number,
): AsyncGenerator<readonly PrincipalKey[]> {
  const isFirstPage = start === "";
  const found = isFirstPage ? await principalsWithin(options, GROUPS_AND_USERS, size) : [];
  const last = found.at(-1);
  if (isFirstPage && found.every(isSingleUser)) {
    if (last === undefined) return;
    yield found;
    if (found.length === size) yield* inChunks(usersWith(options), principalId(last), size);
    return;
  }
  const hasAllGroups = last !== undefined && (isSingleUser(last) || found.length < size);
  const groups = hasAllGroups ? found : await principalsWithin(options, GROUPS_AND_EVERYONE, MAX_GROUPS + 1);
  yield* inChunks(usersBehind(options, groups), start, size);
}

const usersWith =
  (options: HolderSearch): ReadIds =>
  (after, limit) =>
    principalsOf(options, "user", after, limit);

/** The users with an assignment, and those of these groups or all, of which one was found to have an assignment. */
function usersBehind(options: HolderSearch, found: readonly PrincipalKey[]): ReadIds {
  const { search, model } = options;
  const asKeys = (ids: readonly string[]) => ids.map((id) => formatPrincipalKey("user", id));
  const everyone: ReadIds = async (after, limit) => asKeys(await search.listUsers(after, limit));
  if (found.includes(EVERY_USER)) return everyone;
  const granted = found.filter((principal) => isPrincipalOf("group", principal));
  const groups = [...new Set([...granted, ...granted.flatMap((group) => model.groupsBelow(group))])];
  if (groups.length > MAX_GROUPS) return everyone;
  const readDirect = usersWith(options);
  if (groups.length === 0) return readDirect;
  const names = groups.map(principalId);
  return async (after, limit) => {
    const direct = await readDirect(after, limit);
    const members = asKeys(await search.listUsersIn(names, after, limit));
    return [...new Set([...direct, ...members])].sort().slice(0, limit);
  };
}

/** The principals of one type with an assignment that names the permission. */
const principalsOf = (
  options: HolderSearch,
  type: SubjectType,
  after: string,
  limit: number,
): Promise<readonly PrincipalKey[]> =>
  principalsWithin(options, { after: formatPrincipalKey(type, after), upTo: endOf(type) }, limit);

/** The same of all types, in the order of their keys. */
function principalsWithin(
  { search, model, permission }: HolderSearch,
  range: { readonly after: PrincipalKey; readonly upTo: string },
  limit: number,
): Promise<readonly PrincipalKey[]> {
  const grants = { roles: [...model.grantsOf(permission).keys()], permissions: permission.patterns };
  return search.listPrincipalsWith(grants, range, limit);
}
