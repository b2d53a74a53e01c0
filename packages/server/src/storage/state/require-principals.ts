import {
  EVERY_USER,
  formatPrincipalKey,
  type PrincipalKey,
  type PrincipalType,
  parsePrincipalKey,
} from "@licet/engine/values/principal-key.ts";
import { ConflictError } from "../../core/errors.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import { type Change, entityId } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import type { SelectByKeys } from "../select-by-keys.ts";

const TABLES: Readonly<Record<PrincipalType, string>> = {
  user: "users",
  group: "groups",
  application: "applications",
  access_account: "access_accounts",
};

type Given = Extract<Change, { readonly op: "put"; readonly kind: "assignment" | "membership" }>;

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
  const given = Map.groupBy(changes.filter(isGiven), principalOf);
  given.delete(EVERY_USER);
  const ofType = Map.groupBy(given.keys(), (principal) => parsePrincipalKey(principal).type);
  for (const [type, principals] of ofType) {
    const ids = principals.map((principal) => parsePrincipalKey(principal).id);
    const present = await findIds(trx, select, TABLES[type], ids);
    const absent = ids.filter((id) => !present.has(id)).map((id) => formatPrincipalKey(type, id));
    await requireNothingOf(
      trx,
      select,
      absent.flatMap((principal) => given.get(principal) ?? []),
    );
  }
}

/** What a principal was given may be deleted with it, later in the same set. */
async function requireNothingOf(trx: Trx, select: SelectByKeys, given: readonly Given[]): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(given, (change) => change.kind)) {
    const stored = await findIds(trx, select, kindOf(kind).table, ofKind.map(entityId));
    const left = ofKind.find((change) => stored.has(entityId(change)));
    if (left) throw missing(kind, principalOf(left));
  }
}

async function findIds(
  trx: Trx,
  select: SelectByKeys,
  table: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await select<{ id: string }>(trx, { table, column: "id", columns: ["id"] }, ids);
  return new Set(rows.map(({ id }) => id));
}

const isGiven = (change: Change): change is Given =>
  change.op === "put" && (change.kind === "assignment" || change.kind === "membership");

const principalOf = (given: Given): PrincipalKey =>
  given.kind === "assignment" ? given.value.principal : given.value.member;

function missing(kind: "assignment" | "membership", principal: PrincipalKey): ConflictError {
  const { type: owner, id } = parsePrincipalKey(principal);
  const noun = `${/^[aeiou]/.test(owner) && owner !== "user" ? "an" : "a"} ${owner.replace("_", " ")}`;
  return new ConflictError(`${kind}: it names ${noun} that does not exist: ${id}`, {
    conflict: { code: "owner_missing", kind: owner },
  });
}
