import { sql } from "kysely";
import type {
  ReplicaKind,
  ReplicaLimits,
  ReplicaSelection,
  ReplicaStore,
  ReplicaView,
} from "../../permissions/stores.ts";
import type { Engine, Trx } from "../engine/engine.ts";
import { readModel } from "../permissions/read-model.ts";
import { completeRecord, describeEntityRecords, type RecordRow, removedRecord } from "./entity-records.ts";
import { createInstanceRecords } from "./instance-records.ts";
import { JSON_TEXT } from "./json-text.ts";
import { listPages, type Paging } from "./list-pages.ts";
import { completePrincipal, principalKeysAfter, principalRows, withinLimits } from "./principal-records.ts";
import { readChangesAfter } from "./read-changes-after.ts";

/** A page takes a few milliseconds. On an embedded database, nothing else is done meanwhile. */
const PRINCIPALS_PER_PAGE = 100;
const ENTITIES_PER_PAGE = 500;
const CONDITIONS_PER_PAGE = 2_000;
/** A database at the other end of a network has larger pages: it works while this process does something else. */
const PAGES_AT_A_DISTANCE = 10;

export function createReplicaStore({
  name,
  transactions,
}: Pick<Engine, "name" | "transactions">): ReplicaStore {
  return {
    read: (work) =>
      transactions.readSnapshot(async (trx) => {
        const { value } = await trx.selectFrom("revision").select("value").executeTakeFirstOrThrow();
        return work(createView(trx, value, name));
      }),
  };
}

function createView(trx: Trx, revision: number, engine: Engine["name"]): ReplicaView {
  const json = JSON_TEXT[engine];
  const pagesOf = (rows: number): Paging =>
    engine === "sqlite"
      ? { size: rows, readsAhead: false }
      : { size: rows * PAGES_AT_A_DISTANCE, readsAhead: true };

  async function* listPrincipals(limits: ReplicaLimits | undefined) {
    const pages = listPages(pagesOf(PRINCIPALS_PER_PAGE), (after, limit) =>
      principalRows(principalKeysAfter(after, limit), limits, json).execute(trx),
    );
    for await (const rows of pages) {
      const holding = rows.filter(({ assignments, groups }) => assignments !== null || groups !== null);
      if (holding.length > 0) yield holding.map(completePrincipal);
    }
  }

  async function* listEntities(
    kind: Exclude<ReplicaKind, "principal" | "instance">,
    selection: ReplicaSelection,
  ) {
    const { table, columns, attributes } = describeEntityRecords(kind, selection, json);
    const pages = listPages(pagesOf(ENTITIES_PER_PAGE), (after, limit) =>
      sql<RecordRow>`
        select ${columns} from ${sql.table(table)} where id > ${after} order by id limit ${limit}`.execute(
        trx,
      ),
    );
    for await (const rows of pages) yield rows.map((row) => completeRecord(row, attributes));
  }

  return {
    revision,
    loadModel: () => readModel(trx),
    async *listConditions(limits) {
      const pages = listPages(pagesOf(CONDITIONS_PER_PAGE), (after, limit) =>
        sql<{ key: string; condition: string }>`
          select id as key, condition from assignments
          where condition is not null and id > ${after} and ${withinLimits(limits, json)}
          order by id limit ${limit}`.execute(trx),
      );
      for await (const rows of pages) yield [...new Set(rows.map(({ condition }) => condition))];
    },
    async listConditionsOf(principals, limits) {
      const { rows } = await sql<{ condition: string }>`
        select distinct condition from assignments
        where principal in (${json.elements(principals)}) and condition is not null and ${withinLimits(limits, json)}`.execute(
        trx,
      );
      return rows.map(({ condition }) => condition);
    },
    listRecords(kind, selection) {
      if (kind === "principal") return listPrincipals(selection.limits);
      if (kind === "instance")
        return createInstanceRecords(trx, selection, json).list(pagesOf(ENTITIES_PER_PAGE));
      return listEntities(kind, selection);
    },
    async readRecords(kind, keys, selection) {
      if (keys.length === 0) return [];
      if (kind === "instance") return createInstanceRecords(trx, selection, json).read(keys);
      if (kind === "principal") {
        const { rows } = await principalRows(json.elements(keys), selection.limits, json).execute(trx);
        return rows.map(completePrincipal);
      }
      const { table, columns, attributes } = describeEntityRecords(kind, selection, json);
      const { rows } = await sql<RecordRow>`
        select ${columns} from ${sql.table(table)} where id in (${json.elements(keys)}) order by id`.execute(
        trx,
      );
      const found = new Set(rows.map(({ key }) => key));
      return [
        ...rows.map((row) => completeRecord(row, attributes)),
        ...keys.filter((key) => !found.has(key)).map((key) => removedRecord(kind, key)),
      ];
    },
    listChangesAfter: (after) => readChangesAfter(trx, after, revision),
  };
}
