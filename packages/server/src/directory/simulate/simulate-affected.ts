import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Model } from "@licet/engine/internal/model.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  isPrincipalOf,
  principalId,
} from "@licet/engine/internal/values/principal-key.ts";
import { requireTime } from "../../core/time/deadline.ts";
import type { SearchStore } from "../../permissions/stores.ts";
import type { Change } from "../change.ts";
import { kindOf } from "../kinds/kinds.ts";
import { changedPrincipals } from "./drafted-values.ts";
import type { ChangedGrants } from "./simulate-changed-grants.ts";

const READ_AT_ONCE = 500;

/**
 * The subjects whose permissions could differ after the changes: first those that the changes name, then members of a
 * named group, then holders of a changed role or permission. There may be very many; the caller stops when it has
 * enough.
 */
export async function* findAffected(
  search: SearchStore,
  changes: readonly Change[],
  { holders: { roles, permissions } }: ChangedGrants,
  { before, after }: { readonly before: Model; readonly after: Model },
): AsyncGenerator<PrincipalKey> {
  const named = new Set(changes.flatMap(principalsNamed));
  yield* expand([...named], search, before, after);
  if (roles.length === 0 && permissions.length === 0) return;
  const holders = inChunks((from, limit) =>
    search.listPrincipalsWith({ roles, permissions }, { after: from }, limit),
  );
  for await (const chunk of holders) yield* expand(chunk, search, before, after);
}

/** A changed principal, or the one that gets or loses an assignment or a membership. */
const principalsNamed = (change: Change): readonly PrincipalKey[] => [
  ...changedPrincipals(change),
  ...kindOf(change.kind)
    .owners.filter(({ by }) => by === "principal_key")
    .map(({ read }) => read(change.value as never) as PrincipalKey),
];

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
    requireTime();
    const chunk: readonly T[] = await read(after, READ_AT_ONCE);
    yield chunk;
    if (chunk.length < READ_AT_ONCE) return;
    after = chunk.at(-1);
  }
}
