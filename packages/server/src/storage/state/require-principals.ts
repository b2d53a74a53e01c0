import {
  EVERY_USER,
  type PrincipalKey,
  parsePrincipalKey,
  principalId,
} from "@licet/engine/internal/values/principal-key.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { type Change, type EntityKind, entityId } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { Trx } from "../engine/engine.ts";
import type { SelectByKeys } from "../statements/select-by-keys.ts";
import { withArticle } from "./conflict.ts";

/** A change that gives a principal a role, a permission or a membership. */
interface Given {
  readonly change: Change;
  readonly principal: PrincipalKey;
}

/**
 * Throws unless every principal that gets a role, a permission or a membership exists after the change set. Otherwise
 * the next principal of that name would have it from the start. A set names few principals many times, so each is
 * looked for once.
 */
export async function requirePrincipals(
  trx: Trx,
  select: SelectByKeys,
  changes: readonly Change[],
): Promise<void> {
  const given = Map.groupBy(changes.flatMap(givenBy), ({ principal }) => principal);
  given.delete(EVERY_USER);
  const ofType = Map.groupBy(given.keys(), (principal) => parsePrincipalKey(principal).type);
  for (const [type, principals] of ofType) {
    const present = await findIds(trx, select, type, principals.map(principalId));
    const absent = principals.filter((principal) => !present.has(principalId(principal)));
    await requireNothingOf(
      trx,
      select,
      absent.flatMap((principal) => given.get(principal) ?? []),
    );
  }
}

function givenBy(change: Change): readonly Given[] {
  if (change.op === "delete") return [];
  const owner = kindOf(change.kind).owners.find(({ by }) => by === "principal_key");
  return owner === undefined
    ? []
    : [{ change, principal: owner.read(change.value as never) as PrincipalKey }];
}

/** What a principal was given may be deleted with it, later in the same set. */
async function requireNothingOf(trx: Trx, select: SelectByKeys, given: readonly Given[]): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(given, ({ change }) => change.kind)) {
    const ids = ofKind.map(({ change }) => entityId(change));
    const stored = await findIds(trx, select, kind, ids);
    const left = ofKind.find((_, index) => stored.has(ids[index] ?? ""));
    if (left) throw missing(kind, left.principal);
  }
}

async function findIds(
  trx: Trx,
  select: SelectByKeys,
  kind: EntityKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { table } = kindOf(kind);
  const rows = await select<{ id: string }>(trx, { table, column: "id", columns: ["id"] }, ids);
  return new Set(rows.map(({ id }) => id));
}

function missing(kind: EntityKind, principal: PrincipalKey): ConflictError {
  const { type: owner, id } = parsePrincipalKey(principal);
  return new ConflictError(`${kind}: it names ${withArticle(owner)} that does not exist: ${id}`, {
    conflict: { code: "owner_missing", kind: owner },
  });
}
