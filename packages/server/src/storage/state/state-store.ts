import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { inOrder } from "../../core/async/in-order.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { type Actor, type Change, entityId, staleTopic } from "../../directory/change.ts";
import { KINDS, kindOf } from "../../directory/kinds/kinds.ts";
import type { ClaimedKey, HashName, StateStore } from "../../directory/stores.ts";
import { auditRow } from "../audit/audit-store.ts";
import { type LogEntry, logChange } from "../changes/change-log.ts";
import { NothingToWrite, unlessNothing } from "../changes/commit-logged.ts";
import type { Engine, InsertRows, LoggedRevision, WritingTrx } from "../engine/engine.ts";
import type { Transactions } from "../engine/transactions.ts";
import { recordEffect } from "../operations/idempotency-store.ts";
import { createFindEntities, createSelectByKeys } from "../statements/select-by-keys.ts";
import { lookupKey } from "../statements/sql-value.ts";
import type { EntitySchema } from "../tables/schema.ts";
import type { PresentValues } from "../words/write-words.ts";
import { type Consequence, eventsFrom, releaseEvent } from "./change-event.ts";
import { asConflict } from "./conflict.ts";
import { deleteEntity, deleteLeftovers } from "./delete-entity.ts";
import { endAccess } from "./end-access.ts";
import { endSetupLinks } from "./end-links.ts";
import { createdIds, type EntitiesBefore, entityKey, findEntitiesBefore } from "./find-entities-before.ts";
import { deletedClients, forgetClients } from "./forget-clients.ts";
import { groupWrites } from "./group-writes.ts";
import { createPutEntities, type Stamp } from "./put-entities.ts";
import { requirePrincipals } from "./require-principals.ts";
import { requireVersions } from "./require-versions.ts";
import { findReservedRows, hashesOf, reserveNames } from "./reserve-names.ts";
import { revokeSubjects } from "./revoke-subjects.ts";
import { findRenamedUsers, requireSignInNames, writeSignInNames } from "./sign-in-names.ts";

export function createStateStore(engine: Engine, insertEvents: InsertRows, hashName: HashName): StateStore {
  const { db, transactions } = engine;
  const putEntities = createPutEntities(engine);
  const select = createSelectByKeys(engine);
  const findEntities = createFindEntities(select);

  async function revision(): Promise<number> {
    return (await db.selectFrom("revision").select("value").executeTakeFirstOrThrow()).value;
  }

  /** Writes the changes. Returns the dependants that were deleted, each with the deletion that caused it. */
  async function write(
    trx: WritingTrx,
    changes: readonly Change[],
    stored: EntitiesBefore,
    stamp: Stamp,
  ): Promise<readonly Consequence[]> {
    const consequences: Consequence[] = [];
    const present: PresentValues = new Map(stored);
    for (const step of groupWrites(changes)) {
      if (step.op === "put") {
        const explain = (error: unknown) => asConflict(error, step.kind);
        await putEntities({ trx, explain }, step.kind, step.changes, stamp, present).catch((error) => {
          throw explain(error);
        });
        continue;
      }
      const gone = await deleteEntity(trx, step.change.kind, entityId(step.change));
      for (const change of [step.change, ...gone]) present.delete(entityKey(change));
      consequences.push(...gone.map((change) => ({ change, because: step.change })));
    }
    return consequences;
  }

  /** Rows of former principals are deleted before new principals of the same names are written. */
  async function deleteFormerRows(
    trx: WritingTrx,
    changes: readonly Change[],
    before: EntitiesBefore,
    now: EpochSeconds,
  ): Promise<readonly Consequence[]> {
    const applications = createdIds("application", changes, before);
    const accessKeys = createdIds("access_account", changes, before);
    const groups = createdIds("group", changes, before);
    await forgetClients(trx, { applications, accessKeys }, now);
    const gone = await inOrder([
      deleteLeftovers(trx, "application", applications),
      deleteLeftovers(trx, "access_account", accessKeys),
      deleteLeftovers(trx, "group", groups),
    ]);
    return gone.flat().map((change) => ({ change }));
  }

  /** All that a commit writes. Its first statement has taken the revision, and is answered later. */
  async function writeRevision(
    trx: WritingTrx,
    taking: Promise<number>,
    changes: readonly Change[],
    by: Actor,
    expected: Expected,
  ): Promise<LoggedRevision> {
    // Read and checked while the lock on the revision is held, so no other commit can change the results.
    const [taken, , , stored] = await inOrder([
      taking.then((revision) => {
        requireRevision(revision - 1, expected.revision);
        return revision;
      }),
      requireVersions(trx, expected.versions ?? []),
      expected.claimed && recordEffect(trx, expected.claimed),
      findEntitiesBefore(trx, findEntities, changes),
    ]);
    const at = Math.floor(by.at / 1_000);
    const leftovers = await deleteFormerRows(trx, changes, stored, at);
    const consequences = await write(trx, changes, stored, { revision: taken, at });
    const happened = withConsequences(changes, consequences);
    const renamed = findRenamedUsers(changes, stored);
    await writeSignInNames(trx, renamed);
    const [, , again] = await inOrder([
      requirePrincipals(trx, select, changes),
      requireSignInNames(trx, renamed),
      reserveNames(trx, hashName, { happened, before: stored, by, now: at }),
    ]);
    await endAccess(trx, changes, stored, { now: at, sessionId: by.sessionId });
    await endSetupLinks(trx, changes);
    await forgetClients(trx, deletedClients(happened), at);
    const all = [...leftovers, ...happened];
    await revokeSubjects(
      trx,
      happened.map(({ change }) => change),
      stored,
      { revision: taken, now: at },
    );
    const events = eventsFrom(all, by, { revision: taken, before: stored, again });
    await insertEvents(trx.later(), events.map(auditRow));
    const entries = all.map(({ change }) => logEntry(change));
    return logChange(engine, trx, { revision: taken, at: by.at, actor: by.name, entries });
  }

  return {
    async find(kind, id) {
      const { rows } = await sql<AnyRow>`
        select * from ${sql.table(kindOf(kind).table)} where id = ${lookupKey(id)}`.execute(db);
      return rows[0] && kindOf(kind).fromRow(rows[0]);
    },

    async findUserByUsername(username) {
      const row = await db
        .selectFrom("users")
        .selectAll()
        .where("username", "=", lookupKey(username))
        .executeTakeFirst();
      return row && KINDS.user.fromRow(row);
    },

    findMany: (kind, ids) => findEntities(db, kind, "id", ids),
    findUsers: (usernames) => findEntities(db, "user", "username", usernames),
    listAssignmentsOf: (principals) => findEntities(db, "assignment", "principal", principals),

    async list(kind) {
      const { rows } = await sql<AnyRow>`select * from ${sql.table(kindOf(kind).table)} order by id`.execute(
        db,
      );
      return rows.map(kindOf(kind).fromRow);
    },

    async commit(changes, by, expected = {}) {
      if (changes.length === 0) return { revision: await confirmExpected(transactions, expected) };
      const logged = await transactions.commitRevision((trx, taking) =>
        writeRevision(trx, taking, changes, by, expected),
      );
      await engine.catchUp(logged);
      return { revision: logged.revision };
    },

    ...(engine.readsBesideWrites && {
      async commitLocked<P extends { readonly changes: readonly Change[] }>(
        plan: (revision: number) => Promise<P>,
        by: () => Actor,
        {
          claimed,
          takesLong = false,
        }: { readonly claimed?: ClaimedKey | undefined; readonly takesLong?: boolean } = {},
      ) {
        let planned: P | undefined;
        let present = 0;
        const logged = await unlessNothing(
          transactions.commitRevision(async (trx, taking) => {
            present = (await taking) - 1;
            // PostgreSQL ends a session that does nothing in its transaction for long.
            if (takesLong && engine.name === "postgres")
              await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
            planned = await plan(present);
            if (planned.changes.length === 0) throw new NothingToWrite();
            return writeRevision(trx, taking, planned.changes, by(), { claimed });
          }),
        );
        if (logged) await engine.catchUp(logged);
        return { ...(planned as P), revision: logged?.revision ?? present };
      },
    }),

    revision,

    async findReserved(names) {
      const hashes = new Map(names.map((name) => [name, hashesOf(hashName, name)]));
      const found = await findReservedRows(db, [...hashes.values()].flat());
      return names.filter((name) => hashes.get(name)?.some((hash) => found.get(hash)?.released === 0));
    },

    releaseName: (name, by) =>
      transactions.transact(async (trx) => {
        const hashes = hashesOf(hashName, name);
        // The row stays until a principal takes the name: that principal must not get the access of the former one.
        const { numUpdatedRows } = await trx
          .updateTable("reserved_names")
          .set({ released: 1 })
          .where("id", "in", hashes)
          .where("released", "=", 0)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await insertEvents(trx.later(), [auditRow(releaseEvent(name, hashes[0], by))]);
        return true;
      }),
  };
}

/** Lists every change, each followed by its consequences. */
function withConsequences(
  changes: readonly Change[],
  consequences: readonly Consequence[],
): readonly Consequence[] {
  const taken = Map.groupBy(consequences, ({ because }) => because);
  return changes.flatMap((change) => [{ change }, ...(taken.get(change) ?? [])]);
}

type AnyRow = EntitySchema[keyof EntitySchema];

type Expected = NonNullable<Parameters<StateStore["commit"]>[2]>;

/** For an empty change set: returns the current revision, read in one snapshot with the expected versions. */
function confirmExpected(
  { readSnapshot }: Transactions,
  { revision, versions = [] }: Expected,
): Promise<number> {
  return readSnapshot(async (trx) => {
    const { value } = await trx.selectFrom("revision").select("value").executeTakeFirstOrThrow();
    requireRevision(value, revision);
    await requireVersions(trx, versions);
    return value;
  });
}

function requireRevision(present: number, expected: number | undefined): void {
  if (expected === undefined || expected === present) return;
  throw new ConflictError(`the state has changed: it is at revision ${present}, not ${expected}`, {
    conflict: { code: "state_changed" },
  });
}

const logEntry = (change: Change): LogEntry => ({
  op: change.op,
  kind: change.kind,
  id: entityId(change),
  topic: staleTopic(change),
});
