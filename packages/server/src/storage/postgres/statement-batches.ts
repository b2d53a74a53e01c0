import { type RawBuilder, sql } from "kysely";
import type { Batches, Key, Types } from "../engine/batches.ts";
import { nameStatement } from "../engine/compile-once.ts";
import type { Db } from "../engine/engine.ts";
import { createSingleStatements, membersOf } from "../engine/single-statements.ts";
import type { Row } from "../statements/sql-value.ts";
import { gatherTurn, type Positioned, type RunMany } from "./gather-turn.ts";

/**
 * Runs the same statement of several requests as one: those that are started in the same turn of the event loop. Most of
 * what a small statement costs, here and in PostgreSQL, is its message, its round trip and its commit. A busy node
 * serves many requests in a turn; an idle one sends the statement as it is.
 */
export function createStatementBatches(db: Db): Batches {
  const single = createSingleStatements(db);
  return {
    read(types, build) {
      const query = sql`select given.position, found.* from ${givenRows(types)} as given
        cross join lateral ${build(references(types))} as found`;
      return gatherTurn(single.read(types, build), compileBatch(db, query));
    },
    insert(table, types, toColumns) {
      const columns = toColumns(references(types));
      const query = sql`insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map(sql.ref))})
        select ${sql.join(Object.values(columns))} from ${givenRows(types)} as given`;
      return gatherTurn(single.insert(table, types, toColumns), compileBatch(db, query));
    },
    update(key, types, build) {
      const change = build(references(types))
        .from("given")
        // A locked row stays where it is, so its place leads to it at once.
        .whereRef(sql`${sql.table(key.table)}.ctid`, "=", "given.place")
        .returning("given.position");
      // `materialized`: rows are locked once, in whatever order the rest is joined.
      const query = sql`with given as materialized ${lockedRows(key, types)} ${change}`;
      // A row that is not changed was refused, or another transaction has it: alone, the statement waits for that one.
      return gatherTurn(single.update(key, types, build), compileBatch(db, query), { repeatsEmpty: true });
    },
  };
}

function compileBatch<Argument extends Row, Result>(
  db: Db,
  query: RawBuilder<unknown>,
): RunMany<Argument, Result> {
  const compiled = query.compile(db);
  nameStatement(compiled.sql);
  return async (given) => {
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof ValuesOf ? given.map((argument) => argument[parameter.member]) : parameter,
    );
    return (await db.executeQuery<Positioned<Result>>({ ...compiled, parameters } as never)).rows;
  };
}

/** Stands for the values of a member of all arguments while a statement is compiled. */
class ValuesOf {
  readonly member: string;
  constructor(member: string) {
    this.member = member;
  }
}

const arrayOf = { text: sql`text[]`, integer: sql`bigint[]` } as const;

/** Where a statement has the parameter of one caller, a batch has the column of a row. */
const references = <Argument>(types: Types<Argument>): Argument =>
  Object.fromEntries(
    membersOf(types).map((member) => [
      member,
      types[member] === "text" ? sql`(given.${column(member)} collate "C")` : sql`given.${column(member)}`,
    ]),
  ) as Argument;

/** No column of a table has such a name. */
const column = (member: string) => sql.ref(`given_${member}`);

/**
 * The arguments of all callers as rows. PostgreSQL expects ten rows of arrays that a subquery gives, and a tenth of them
 * behind a limit that it does not know (here there is none). So it plans for one caller and uses the index of the key. For
 * ten it would rather read all of a table without statistics, and keep this plan while the table grows. The length of the
 * arrays makes no difference: otherwise it would plan each batch anew.
 */
function givenRows<Argument>(types: Types<Argument>) {
  const members = membersOf(types);
  const arrays = members.map((member) => sql`(select ${new ValuesOf(member)}::${arrayOf[types[member]]})`);
  const columns = sql.join([...members.map(column), sql.ref("position")]);
  return sql`(select ${columns} from unnest(${sql.join(arrays)}) with ordinality as rows (${columns})
    limit (select null::bigint))`;
}

/**
 * Only the rows that nobody else has locked. The batch never waits for another transaction, so no caller waits for the
 * row of another one, and no two batches wait for each other.
 */
const lockedRows = <Argument>({ table, column: key, member }: Key<Argument>, types: Types<Argument>) =>
  sql`(select rows.*, locked.ctid as place from ${givenRows(types)} as rows
    join ${sql.table(table)} as locked on locked.${sql.ref(key)} = (rows.${column(member)} collate "C")
    for update of locked skip locked)`;
