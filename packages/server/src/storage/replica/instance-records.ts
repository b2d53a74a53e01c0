import { sql } from "kysely";
import { inOrder } from "../../core/async/in-order.ts";
import type { ReplicaLimits, ReplicaSelection } from "../../permissions/stores.ts";
import type { Trx } from "../engine/engine.ts";
import { prefixRange } from "../statements/prefix-range.ts";
import { completeRecord, describeEntityRecords, type RecordRow, removedRecord } from "./entity-records.ts";
import type { JsonText } from "./json-text.ts";
import { listPages, type Paging } from "./list-pages.ts";

/** The instances of one kind of copy: one that is limited to resources has their instances, and what is above these. */
export interface InstanceRecords {
  list(paging: Paging): AsyncGenerator<readonly string[]>;
  read(keys: readonly string[]): Promise<readonly string[]>;
}

/** One more than is looked at: an instance with so much below it is taken to have something of the resources below. */
const MOST_DESCENDANTS = 1_000;

export function createInstanceRecords(
  trx: Trx,
  selection: ReplicaSelection,
  json: JsonText,
): InstanceRecords {
  const { limits } = selection;
  const { columns, attributes } = describeEntityRecords("instance", selection, json);
  const isOfResources = (key: string) =>
    limits === undefined || limits.resources.includes(key.slice(0, key.indexOf("/")));

  /** Only the instance that is asked about has attributes in a decision, never one above it. */
  const complete = (row: RecordRow) =>
    completeRecord(row, isOfResources(row.key) ? attributes : new Set<string>());

  async function find(keys: readonly string[]): Promise<readonly RecordRow[]> {
    const { rows } = await sql<RecordRow>`
      select ${columns} from instances where id in (${json.elements(keys)}) order by id`.execute(trx);
    return rows;
  }

  function listRange(prefix: string, paging: Paging): AsyncGenerator<readonly RecordRow[]> {
    const range = prefix === "" ? sql`1 = 1` : prefixRange(sql.ref("id"), prefix);
    return listPages(paging, (after, limit) =>
      sql<RecordRow>`
        select ${columns} from instances where id > ${after} and ${range} order by id limit ${limit}`.execute(
        trx,
      ),
    );
  }

  async function* listLimited({ resources }: ReplicaLimits, paging: Paging) {
    const above = new Set<string>();
    const noteParents = (rows: readonly RecordRow[]) =>
      rows.flatMap(({ parent }) => {
        if (!parent || isOfResources(parent) || above.has(parent)) return [];
        above.add(parent);
        return [parent];
      });
    for (const resource of resources) {
      for await (const rows of listRange(`${resource}/`, paging)) {
        noteParents(rows);
        yield rows.map(complete);
      }
    }
    for (let level = [...above]; level.length > 0; ) {
      const next: string[] = [];
      for (let start = 0; start < level.length; start += paging.size) {
        const rows = await find(level.slice(start, start + paging.size));
        next.push(...noteParents(rows));
        if (rows.length > 0) yield rows.map(complete);
      }
      level = next;
    }
  }

  /** True when something of the resources is below the instance, or so much that this is not looked up. */
  async function leadsToResources(key: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`
      with recursive below(id) as (
        select id from instances where parent = ${key}
        union
        select instances.id from instances join below on instances.parent = below.id
      )
      select id from below limit ${MOST_DESCENDANTS}`.execute(trx);
    return rows.length === MOST_DESCENDANTS || rows.some(({ id }) => isOfResources(id));
  }

  /**
   * An instance with everything above it: the copy may not have that yet, and may have what was deleted since. The end
   * of the chain is known to be the end.
   */
  async function readUpwards(keys: readonly string[], records: Map<string, string>): Promise<void> {
    for (let level = keys; level.length > 0; ) {
      const rows = await find(level);
      const found = new Set(rows.map(({ key }) => key));
      for (const key of level) if (!found.has(key)) records.set(key, removedRecord("instance", key));
      for (const row of rows) records.set(row.key, complete(row));
      level = rows.flatMap(({ parent }) => (parent && !records.has(parent) ? [parent] : []));
    }
  }

  return {
    async *list(paging) {
      if (limits) yield* listLimited(limits, paging);
      else for await (const rows of listRange("", paging)) yield rows.map(complete);
    },
    async read(keys) {
      const records = new Map<string, string>();
      if (limits === undefined) {
        for (const key of keys) records.set(key, removedRecord("instance", key));
        for (const row of await find(keys)) records.set(row.key, complete(row));
        return [...records.values()];
      }
      const leads = await inOrder(keys.map((key) => isOfResources(key) || leadsToResources(key)));
      await readUpwards(
        keys.filter((_, index) => leads[index]),
        records,
      );
      return [...records.values()];
    },
  };
}
