import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import { memoize } from "@licet/engine/internal/values/bounded-cache.ts";
import { formatPrincipalKey, principalId } from "@licet/engine/internal/values/principal-key.ts";
import { type RawBuilder, sql } from "kysely";
import type { SearchStore } from "../../permissions/stores.ts";
import { compileOnce, type Statement } from "../engine/compile-once.ts";
import type { Db } from "../engine/engine.ts";
import { LAST_TEXT } from "../statements/prefix-range.ts";
import { lookupKey } from "../statements/sql-value.ts";

/** Texts in order: of one role, permission, group or parent, after a text and up to another. */
type Select = (range: { value: string; after: string; upTo: string }) => RawBuilder<unknown>;

const selectPrincipals =
  (column: "role" | "permission"): Select =>
  ({ value, after, upTo }) =>
    sql`
    select distinct principal as text from assignments
    where ${sql.ref(column)} = ${value} and principal > ${after} and principal <= ${upTo}
    order by principal`;

const SELECTS = {
  role: selectPrincipals("role"),
  permission: selectPrincipals("permission"),
  // Ids of memberships are `<group>/<member>`, so the members of a group are adjacent and in order.
  group: ({ value, after, upTo }) => sql`
    select member as text from group_members
    where id > ${value} || '/' || ${after} and id <= ${value} || '/' || ${upTo}
    order by id`,
  parent: ({ value, after, upTo }) => sql`
    select id as text from instances
    where parent = ${value} and id > ${after} and id <= ${upTo}
    order by id`,
} satisfies Record<string, Select>;

type SelectedBy = keyof typeof SELECTS;

interface Selection {
  readonly by: SelectedBy;
  readonly value: string;
}

/** Each kind of selection comes in one of a few numbers, so that there are few texts of statements. */
const NUMBERS = [1, 2, 4] as const;
const MANY = 32;
/** SQLite allows 500 at most. The result of each statement bounds the range of the next one. */
const SELECTIONS_PER_STATEMENT = MANY + 4;
const CACHED_STATEMENTS = 500;

/** Selections of these values, and of the empty text, which nothing has, up to the next of the numbers. */
function selectBy(by: SelectedBy, values: readonly string[]): readonly Selection[] {
  const { length } = values;
  if (length === 0) return [];
  const size = NUMBERS.find((number) => number >= length) ?? Math.ceil(length / MANY) * MANY;
  return Array.from({ length: size }, (_, index) => ({ by, value: lookupKey(values[index] ?? "") }));
}

export function createSearchStore(db: Db): SearchStore {
  // Building such a statement costs more than running it.
  const statementFor = memoize(CACHED_STATEMENTS, (kinds) =>
    compileFirst(db, kinds.split(" ") as SelectedBy[]),
  );

  const listUsers = compileOnce<{ after: string; limit: number }, { id: string }>(
    ["after", "limit"],
    ({ after, limit }) =>
      db.selectFrom("users").select("id").where("id", ">", after).orderBy("id").limit(limit),
  );
  const listInstances = compileOnce<{ after: string; upTo: string; limit: number }, { instance_id: string }>(
    ["after", "upTo", "limit"],
    ({ after, upTo, limit }) =>
      db
        .selectFrom("instances")
        .select("instance_id")
        .where("id", ">", after)
        .where("id", "<", upTo)
        .orderBy("id")
        .limit(limit),
  );

  /**
   * The first `limit` texts of a range from all selections together. Each selection is in order, and only its beginning
   * is read, however many rows a role or a group has: at most `limit` rows, and none beyond the texts already found.
   */
  async function listFirst(
    selections: readonly Selection[],
    { after, upTo }: TextRange,
    limit: number,
  ): Promise<readonly string[]> {
    let found: readonly string[] = [];
    for (let start = 0; start < selections.length; start += SELECTIONS_PER_STATEMENT) {
      const chunk = selections.slice(start, start + SELECTIONS_PER_STATEMENT);
      const statement = statementFor(chunk.map(({ by }) => by).join(" "));
      const values = Object.fromEntries(chunk.map(({ value }, index) => [`value_${index}`, value]));
      const { rows } = await db.executeQuery(
        statement.with({ after, upTo: found[limit - 1] ?? upTo, limit, ...values }),
      );
      const texts = rows.map(({ text }) => text);
      found = found.length === 0 ? texts : mergeFirst(found, texts, limit);
    }
    return found;
  }

  return {
    async listPrincipalsWith({ roles, permissions }, { after = "", upTo = LAST_TEXT }, limit) {
      const selections = [...selectBy("role", roles), ...selectBy("permission", permissions)];
      return (await listFirst(selections, { after, upTo }, limit)) as readonly PrincipalKey[];
    },

    async listUsersIn(groups, after = "", limit) {
      const range = {
        after: formatPrincipalKey("user", after),
        upTo: formatPrincipalKey("user", LAST_TEXT),
      };
      const found = await listFirst(selectBy("group", groups), range, limit);
      return found.map((member) => principalId(member as PrincipalKey));
    },

    async listUsers(after = "", limit) {
      const { rows } = await db.executeQuery(listUsers.with({ after, limit }));
      return rows.map(({ id }) => id);
    },

    async listInstances(resource, after = "", limit) {
      const prefix = `${lookupKey(resource)}/`;
      const { rows } = await db.executeQuery(
        listInstances.with({ after: prefix + after, upTo: prefix + LAST_TEXT, limit }),
      );
      return rows.map(({ instance_id }) => instance_id);
    },

    async listChildren(parents, after = "", limit) {
      const range = { after, upTo: LAST_TEXT };
      return (await listFirst(selectBy("parent", parents), range, limit)) as readonly InstanceKey[];
    },
  };
}

interface TextRange {
  readonly after: string;
  readonly upTo: string;
}

/** The statement that unites the first texts of selections of these kinds. */
function compileFirst(db: Db, kinds: readonly SelectedBy[]): Statement<{ text: string }> {
  const values = kinds.map((_, index) => `value_${index}`);
  return compileOnce<Record<string, string>, { text: string }>(
    ["after", "upTo", "limit", ...values],
    ({ after = "", upTo = "", limit, ...value }) => {
      const parts = kinds.map((by, index) => {
        const selected = SELECTS[by]({ value: value[`value_${index}`] ?? "", after, upTo });
        return sql`select text from (${selected} limit ${limit}) as ${sql.ref(`part_${index}`)}`;
      });
      const union = sql.join(parts, sql` union all `);
      const first = sql<{ text: string }>`
        select distinct text from (${union}) as parts order by text limit ${limit}`;
      return { compile: () => first.compile(db) };
    },
  );
}

const mergeFirst = (some: readonly string[], others: readonly string[], limit: number): readonly string[] =>
  [...new Set([...some, ...others])].sort(compareBytes).slice(0, limit);

/** Orders texts as both engines do. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
