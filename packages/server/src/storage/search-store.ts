import type { InstanceKey, PrincipalKey } from "@licet/engine/entities.ts";
import { formatPrincipalKey, principalId } from "@licet/engine/values/principal-key.ts";
import { type RawBuilder, sql } from "kysely";
import type { SearchStore } from "../permissions/stores.ts";
import { nameStatement } from "./compile-once.ts";
import type { Db } from "./engine.ts";
import { fixedChunks } from "./fixed-chunks.ts";
import { LAST_TEXT, prefixRange } from "./prefix-range.ts";
import { lookupKey } from "./sql-value.ts";

/** Selects texts in order, from a range of them. */
type Selection = (range: { readonly after: string; readonly upTo: string }) => RawBuilder<unknown>;

/** SQLite allows 500 at most. The result of each statement bounds the range of the next one. */
const SELECTIONS_PER_STATEMENT = 32;

export function createSearchStore(db: Db): SearchStore {
  /**
   * The first `limit` texts after `after` from all selections together. Each selection is in order, and only its
   * beginning is read, however many rows a role or a group has: at most `limit` rows, and none beyond the texts already
   * found.
   */
  async function listFirst(
    selections: readonly Selection[],
    after: string,
    limit: number,
  ): Promise<readonly string[]> {
    let found: readonly string[] = [];
    for (const chunk of fixedChunks(selections, SELECTIONS_PER_STATEMENT)) {
      const range = { after, upTo: found[limit - 1] ?? LAST_TEXT };
      const parts = chunk.map(
        (select, i) => sql`select text from (${select(range)} limit ${limit}) as ${sql.ref(`part_${i}`)}`,
      );
      const query = sql<{ text: string }>`
        select distinct text from (${sql.join(parts, sql` union all `)}) as parts
        order by text limit ${limit}`.compile(db);
      // The statement is long and has one of a few texts: planning it costs more than running it.
      nameStatement(query.sql);
      const { rows } = await db.executeQuery(query);
      const all = new Set([...found, ...rows.map(({ text }) => text)]);
      found = [...all].sort(compareBytes).slice(0, limit);
    }
    return found;
  }

  return {
    async listPrincipalsWith({ roles, permissions }, after = "", limit) {
      const holders =
        (column: "role" | "permission") =>
        (value: string): Selection =>
        (range) =>
          sql`
          select distinct principal as text from assignments
          where ${sql.ref(column)} = ${lookupKey(value)} and principal > ${range.after} and principal <= ${range.upTo}
          order by principal`;
      const selections = [...roles.map(holders("role")), ...permissions.map(holders("permission"))];
      return (await listFirst(selections, after, limit)) as readonly PrincipalKey[];
    },

    async listUsersIn(groups, after = "", limit) {
      // Ids of memberships are `<group>/<member>`, so the members of a group are adjacent and in order.
      const members =
        (group: string): Selection =>
        (range) =>
          sql`
          select member as text from group_members
          where id > ${`${lookupKey(group)}/${range.after}`} and id <= ${`${lookupKey(group)}/${range.upTo}`}
            and ${prefixRange(sql.ref("id"), `${lookupKey(group)}/user:`)}
          order by id`;
      const found = await listFirst(groups.map(members), formatPrincipalKey("user", after), limit);
      return found.map((member) => principalId(member as PrincipalKey));
    },

    async listUsers(after = "", limit) {
      const rows = await db
        .selectFrom("users")
        .select("id")
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async listInstances(resource, after = "", limit) {
      const { rows } = await sql<{ instance_id: string }>`
        select instance_id from instances
        where id > ${`${lookupKey(resource)}/${after}`} and ${prefixRange(sql.ref("id"), `${lookupKey(resource)}/`)}
        order by id limit ${limit}`.execute(db);
      return rows.map(({ instance_id }) => instance_id);
    },

    async listChildren(parents, after = "", limit) {
      const children =
        (parent: InstanceKey): Selection =>
        (range) =>
          sql`
          select id as text from instances
          where parent = ${lookupKey(parent)} and id > ${range.after} and id <= ${range.upTo}
          order by id`;
      return (await listFirst(parents.map(children), after, limit)) as readonly InstanceKey[];
    },
  };
}

/** Orders texts as both engines do. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
