import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { type Change, type EntityKind, entityId } from "../../directory/change.ts";
import { ENTITY_KINDS, kindOf } from "../../directory/kinds/kinds.ts";
import type { Engine, InsertRows, WritingTrx } from "../engine/engine.ts";
import type { Explain } from "../engine/transactions.ts";
import { readEntityWords } from "../words/entity-words.ts";
import { createWriteWords, type PresentValues } from "../words/write-words.ts";
import { REGISTRATIONS, withRegistrations } from "./register-redirects.ts";

export interface Stamp {
  readonly revision: number;
  readonly at: EpochSeconds;
}

export type PutEntities = (
  within: { readonly trx: WritingTrx; readonly explain: Explain },
  kind: EntityKind,
  changes: readonly Change[],
  stamp: Stamp,
  present: PresentValues,
) => Promise<void>;

/** Writes entities of one kind, in order: inserts new rows, and replaces rows with the same id. */
export function createPutEntities(engine: Engine): PutEntities {
  const inserts = new Map(ENTITY_KINDS.map((kind) => [kind, createUpsert(engine, kind)]));
  const writeWords = createWriteWords(engine);
  return async ({ trx, explain }, kind, changes, { revision, at }, present) => {
    const { toRow } = kindOf(kind);
    const stamp = { version: revision, created_at: at, updated_at: at };
    for (const batch of withoutRepeats(changes).map(inOrderOfIds)) {
      const words =
        kindOf(kind).searched.length > 0
          ? batch.map(({ value }) => readEntityWords(kind, value as never))
          : [];
      const rows = batch.map(({ value }, index) => {
        const row = { ...stamp, ...toRow(value as never) };
        const marked = words[index]?.marked;
        return marked === undefined ? row : { ...row, [WORDS]: marked };
      });
      const registered = kind === "application" ? await withRegistrations(trx, rows) : rows;
      await inserts.get(kind)?.(trx.later(explain), registered);
      await writeWords(
        trx,
        kind,
        batch.map((change, index) => ({ change, words: words[index]?.words ?? [] })),
        present,
      );
    }
  };
}

/** The column that rows are checked with while a list is searched. */
const WORDS = "words";

/** Kysely's types need the table at compile time; here it can be any table, hence `never`. */
function createUpsert({ createInsert }: Engine, kind: EntityKind): InsertRows {
  const { table, columns: described, numbers = [] } = kindOf(kind);
  const columns = [
    ...described,
    ...(kind === "application" ? [REGISTRATIONS] : []),
    ...(kindOf(kind).searched.length > 0 ? [WORDS] : []),
  ];
  const replaced = [...columns, "version", "updated_at"];
  return createInsert({
    table,
    columns: [...new Set(["id", ...STAMP, ...columns])],
    numbers: [...STAMP, ...numbers],
    onConflict: (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .column("id" as never)
          .doUpdateSet(
            Object.fromEntries(replaced.map((column) => [column, replacement(table, column)])) as never,
          ),
      ),
  });
}

/** The columns of a `Stamp`. */
const STAMP = ["version", "created_at", "updated_at"] as const;

function replacement(table: string, column: string) {
  const old = sql.ref(`${table}.${column}`);
  const next = sql.ref(`excluded.${column}`);
  // Last uses are recorded outside change sets, and an older time never overwrites a newer one.
  if (column === "last_used_at")
    return sql`case when ${old} > coalesce(${next}, 0) then ${old} else ${next} end`;
  return next;
}

/** Most indexes end with the id. Many rows in the order of ids touch each page of those once, and not again and again. */
function inOrderOfIds(changes: readonly Change[]): readonly Change[] {
  if (changes.length < WORTH_SORTING) return changes;
  const byId = new Map(changes.map((change) => [entityId(change), change]));
  return [...byId.keys()].sort().map((id) => byId.get(id) as Change);
}

/** Fewer rows seldom share a page. */
const WORTH_SORTING = 1_000;

/** PostgreSQL refuses to write one row twice in one statement, so a repeated id starts a new batch. */
function* withoutRepeats(changes: readonly Change[]): Generator<readonly Change[]> {
  let batch: Change[] = [];
  let ids = new Set<string>();
  for (const change of changes) {
    const id = entityId(change);
    if (ids.has(id)) {
      yield batch;
      batch = [];
      ids = new Set();
    }
    ids.add(id);
    batch.push(change);
  }
  if (batch.length > 0) yield batch;
}
