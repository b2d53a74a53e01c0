import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageQuery } from "../../../directory/directory-store.ts";
import { createDirectoryStore } from "../../directory/directory-store.ts";
import { BEGINNING, markWords } from "../../words/split-words.ts";
import { openWorkCounter, WORK_PER_ROW } from "../count-work.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";

const USERS = 100_000;

/** Four names: 100 rare ones, 4,000 of some, 10,000 of zoe, which are all at the end of the list, and anna. */
const NAME = `case when i % 10 = 9 then 'zoe' when i % 1000 = 7 then 'rare' when i % 25 = 3 then 'some' else 'anna' end`;

/**
 * Written as SQL, because a commit of so many users takes minutes. An index of the users finds their names, and rows of
 * words find the same with an x before it. There are no statistics: PostgreSQL has none right after a large change.
 */
const FILL = [
  "alter table users set (autovacuum_enabled = false)",
  "alter table entity_words set (autovacuum_enabled = false)",
  `insert into users (id, version, created_at, updated_at, username, folded_username, enabled, name, folded_name, attributes, words)
   with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${USERS - 1})
   select 'usr_' || (100000 + i), 1, i, i, 'u' || i, 'u' || i, 1, ${NAME} || ' ' || i, ${NAME} || ' ' || i, '{}',
     '${markWords("usr_")}' || ' ${BEGINNING}' || ${NAME} || ' ${BEGINNING}x' || ${NAME} from numbers`,
  `insert into entity_words (kind, word, entity_id) select 'user', 'x' || trim(substr(name, 1, 4)), id from users order by 2, 3`,
];

const byName = { by: "name", descending: false };

export function directoryWorkCases(engine: EngineUnderTest): void {
  test("a page of 100,000 users takes the work of a few thousand rows, whatever is asked for", () =>
    onEmptyStorage(engine, async (_storage, _open, url) => {
      for (const statement of FILL.slice(engine.name === "sqlite" ? 2 : 0)) await runSql(url, statement);
      const counter = openWorkCounter(url);
      try {
        for (const [label, query, mostRows] of CASES) {
          const work = await counter.count((db) =>
            createDirectoryStore(db, engine.name).page("user", { limit: 50, ...query }),
          );
          const rows = Math.ceil(work / WORK_PER_ROW[engine.name]);
          assert.ok(rows <= mostRows, `${label}: ${rows} rows, at most ${mostRows}`);
        }
      } finally {
        await counter.close();
      }
    }));
}

type QueryWithoutLimit = Omit<PageQuery, "limit">;

type Case = readonly [label: string, query: QueryWithoutLimit, mostRows: number];

const CASES: readonly Case[] = [
  ["the first page", { sort: byName }, 200],
  ["from the middle", { sort: byName, after: JSON.stringify(["anna 5", "usr_100005"]) }, 200],
  ["backwards", { sort: { by: "created_at", descending: true } }, 200],
  // All have the same value, so only the id says where the page begins.
  [
    "equal values",
    { sort: { by: "enabled", descending: false }, after: JSON.stringify([1, "usr_150000"]) },
    200,
  ],
  [
    "without a value",
    { sort: { by: "email", descending: true }, after: JSON.stringify([null, "usr_150000"]) },
    200,
  ],
  ["the total", { sort: byName, count: true }, 10_300],
  ["a filter with all matches", { sort: byName, filter: { equals: { enabled: true } } }, 26_000],
  ["a filter with none", { sort: byName, filter: { equals: { enabled: false } }, count: true }, 200],
  ["a search with none", { sort: byName, filter: { search: "nobody" }, count: true }, 200],
  ...["", "x"].flatMap(searchQueries),
];

function searchQueries(prefix: string): readonly Case[] {
  const search = (words: string, count: boolean): QueryWithoutLimit => ({
    sort: byName,
    filter: { search: words },
    count,
  });
  return [
    [`${prefix}: a search with few matches`, search(`${prefix}rare`, true), 1_000],
    [`${prefix}: a rare and a frequent word`, search(`usr ${prefix}rare`, true), 1_500],
    [`${prefix}: a search with thousands`, search(`${prefix}some`, false), 45_000],
    [`${prefix}: a search with most`, search(`${prefix}anna`, false), 26_000],
    [`${prefix}: matches at the end of the list`, search(`${prefix}zoe`, false), 70_000],
    [`${prefix}: two frequent words`, search(`usr ${prefix}anna`, false), 31_000],
    [`${prefix}: their total`, search(`usr ${prefix}anna`, true), 200_000],
  ];
}
