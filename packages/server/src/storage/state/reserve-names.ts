import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { ConflictError } from "../../core/errors/errors.ts";
import { foldSignInName } from "../../core/values/fold-sign-in-name.ts";
import {
  type Actor,
  type Change,
  entityId,
  type PrincipalName,
  principalNames,
} from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { HashName } from "../../directory/stores.ts";
import type { WritingTrx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import type { Database } from "../tables/schema.ts";
import type { Consequence } from "./change-event.ts";
import { type EntitiesBefore, entityKey } from "./find-entities-before.ts";

/** The effect of a change set on one name: a principal takes it, or no principal has it any more. */
type NameOutcome = {
  readonly name: PrincipalName;
  readonly change: Change;
} & (
  | { readonly state: "taken"; readonly gaveUp?: string | undefined }
  | { readonly state: "given_up"; readonly userId: string | null }
);

export interface ReserveNamesRequest {
  /** In the order of their effect, including the changes that deletions caused. */
  readonly happened: readonly Consequence[];
  readonly before: EntitiesBefore;
  readonly by: Actor;
  readonly now: EpochSeconds;
}

/**
 * Reserves the names that were given up, and frees those that were taken. A file or a person may still refer to the
 * former principal by its name: a caller that could create another principal under it would get the permissions that
 * were intended for the first. Returns the changes that created a principal again.
 */
export async function reserveNames(
  trx: WritingTrx,
  hashName: HashName,
  { happened, before, by, now }: ReserveNamesRequest,
): Promise<ReadonlySet<Change>> {
  const outcomes = [...followNames(hashName, happened, before)];
  const taken = outcomes.flatMap(([, outcome]) =>
    outcome.state === "taken" ? [{ hashes: hashesOf(hashName, outcome.name), ...outcome }] : [],
  );
  const reserved = await findReservedRows(
    trx,
    taken.flatMap(({ hashes }) => hashes),
  );
  const freed: string[] = [];
  const again = new Map<Change, EpochSeconds>();
  for (const { hashes, name, change, gaveUp } of taken) {
    const row = findRow(reserved, hashes) ?? (gaveUp === undefined ? undefined : givenUpNow(gaveUp, now));
    if (row === undefined) continue;
    const isItsOwn = row.user_id !== null && row.user_id === entityId(change);
    const mayTake = by.mayReuseNames || row.released === 1;
    if (isItsOwn || mayTake) freed.push(...hashes);
    // Every principal may take a display name. Files do not refer to a principal by a reserved one.
    else if (!DISPLAYED.includes(name.kind)) throw new NameReservedError(name);
    // Uses the later clock: a node whose clock is ahead may have deleted the former principal.
    if (!isItsOwn && mayTake && !before.has(entityKey(change)))
      again.set(change, Math.max(now, row.reserved_at, again.get(change) ?? 0));
  }
  await deleteReserved(trx, freed);
  for (const [hash, outcome] of outcomes) {
    if (outcome.state === "given_up") await insertReserved(trx, hash, outcome.userId, now);
  }
  await markCreatedAgain(trx, again);
  return new Set(again.keys());
}

/**
 * The hashes under which a name may be reserved. A username is reserved by its folded text: one that looks like it would
 * be taken for the former user. Versions that did not fold reserved it as it was written.
 */
export function hashesOf(hashName: HashName, name: PrincipalName): readonly [string, ...string[]] {
  const { kind } = name;
  const folded = kind === "user" ? foldSignInName(name.name) : name.name;
  const hash = hashName({ kind, name: folded });
  return folded === name.name ? [hash] : [hash, hashName(name)];
}

const findRow = (
  rows: ReadonlyMap<string, ReservedRow>,
  hashes: readonly string[],
): ReservedRow | undefined => hashes.map((hash) => rows.get(hash)).find((row) => row !== undefined);

const givenUpNow = (userId: string, now: EpochSeconds): ReservedRow => ({
  user_id: userId,
  reserved_at: now,
  released: 0,
});

const DISPLAYED: readonly PrincipalName["kind"][] = ["application_name", "access_account_name"];

class NameReservedError extends ConflictError {
  constructor({ kind, name }: PrincipalName) {
    super(
      `the name ${JSON.stringify(name)} belonged to another ${kind.replace("_", " ")} and stays reserved; choose another name, or free it with licet names release`,
      { conflict: { code: "name_reserved", kind, name } },
    );
  }
}

/** The effect of the whole change set on each name, keyed by the hash of the name. */
function followNames(
  hashName: HashName,
  happened: readonly Consequence[],
  before: EntitiesBefore,
): ReadonlyMap<string, NameOutcome> {
  const outcomes = new Map<string, NameOutcome>();
  const held = new Map<string, readonly PrincipalName[]>();
  for (const { change, because } of happened) {
    const ownNames = principalNames(change);
    // Most changes are of kinds without names: assignments above all.
    if (ownNames.length === 0) continue;
    const key = entityKey(change);
    const stored = before.get(key);
    // An entity that was deleted with another one existed. A requested deletion may name one that did not.
    const had = held.get(key) ?? (stored ? principalNames(stored) : because === undefined ? [] : ownNames);
    const has = change.op === "put" ? ownNames : [];
    for (const name of without(had, has)) {
      const userId = change.kind === "user" && change.op === "put" ? change.value.id : null;
      outcomes.set(hashesOf(hashName, name)[0], { state: "given_up", name, change, userId });
    }
    for (const name of without(has, had)) {
      const [hash] = hashesOf(hashName, name);
      const last = outcomes.get(hash);
      const gaveUp = last?.state === "given_up" ? (last.userId ?? "") : undefined;
      outcomes.set(hash, { state: "taken", name, change, gaveUp });
    }
    held.set(key, has);
  }
  return outcomes;
}

const without = (
  some: readonly PrincipalName[],
  others: readonly PrincipalName[],
): readonly PrincipalName[] =>
  some.filter(({ kind, name }) => !others.some((other) => other.kind === kind && other.name === name));

type ReservedRow = Omit<Database["reserved_names"], "id">;

/** Includes released names. */
export async function findReservedRows(
  trx: Pick<WritingTrx, "getExecutor">,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, ReservedRow>> {
  const found = new Map<string, ReservedRow>();
  for (const chunk of fixedChunks(hashes)) {
    const { rows } = await sql<Database["reserved_names"]>`
      select * from reserved_names where id in (${sql.join(chunk)})`.execute(trx);
    for (const { id, ...row } of rows) found.set(id, row);
  }
  return found;
}

async function deleteReserved(trx: WritingTrx, hashes: readonly string[]): Promise<void> {
  for (const chunk of fixedChunks(hashes))
    await sql`delete from reserved_names where id in (${sql.join(chunk)})`.execute(trx.later());
}

async function insertReserved(
  trx: WritingTrx,
  id: string,
  userId: string | null,
  now: EpochSeconds,
): Promise<void> {
  await trx
    .later()
    .insertInto("reserved_names")
    .values({ id, user_id: userId, reserved_at: now, released: 0 })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ user_id: userId, reserved_at: now, released: 0 }),
    )
    .execute();
}

/** Tokens of the former client are invalid from this time on: see `Client.recreatedAt`. */
async function markCreatedAgain(trx: WritingTrx, again: ReadonlyMap<Change, EpochSeconds>): Promise<void> {
  for (const kind of ["application", "access_account"] as const) {
    const table = sql.table(kindOf(kind).table);
    const created = [...again].filter(([change]) => change.kind === kind);
    for (const [at, ofTime] of Map.groupBy(created, ([, at]) => at))
      for (const chunk of fixedChunks(ofTime.map(([change]) => entityId(change))))
        await sql`update ${table} set recreated_at = ${at} where id in (${sql.join(chunk)})`.execute(
          trx.later(),
        );
  }
}
