import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageQuery } from "../../../management/stores.ts";
import { createDirectoryStore } from "../../directory/directory-store.ts";
import { openWorkCounter, WORK_PER_ROW } from "../count-work.ts";
import { runSql } from "../run-sql.ts";
import { onEmptyStorage, type Subject } from "../subject.ts";

const USERS = 100_000;

/** Four names: 100 rare ones, 4,000 of some, 10,000 of zoe, which are all at the end of the list, and anna. */
const NAME = `case when i % 10 = 9 then 'zoe' when i % 1000 = 7 then 'rare' when i % 25 = 3 then 'some' else 'anna' end`;

/** Written as SQL, because a commit of so many users takes minutes. */
const FILL = [
  `insert into users (id, version, created_at, updated_at, username, folded_username, enabled, name, folded_name, attributes)
   with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${USERS - 1})
   select 'usr_' || (100000 + i), 1, i, i, 'u' || i, 'u' || i, 1, ${NAME} || ' ' || i, ${NAME} || ' ' || i, '{}' from numbers`,
  ...["substr(name, 1, 4)", "'usr'"].map(
    (word) =>
      `insert into entity_words (kind, word, entity_id) select 'user', trim(${word}), id from users order by 2, 3`,
  ),
  // PostgreSQL does this by itself within a minute after a large change.
  "analyze",
];

const byName = { by: "name", descending: false };

export function directoryWorkCases(subject: Subject): void {
  test("a page of 100,000 users takes the work of a few thousand rows, whatever is asked for", () =>
    onEmptyStorage(subject, async (_storage, _open, url) => {
      for (const statement of FILL) await runSql(url, statement);
      const counter = openWorkCounter(url);
      try {
        for (const [label, query, bound] of CASES) {
          const mostRows = typeof bound === "number" ? bound : bound[subject.engine];
          const work = await counter.count((db) =>
            createDirectoryStore(db).page("user", { limit: 50, ...query }),
          );
          const rows = Math.ceil(work / WORK_PER_ROW[subject.engine]);
          assert.ok(rows <= mostRows, `${label}: ${rows} rows, at most ${mostRows}`);
        }
      } finally {
        await counter.close();
      }
    }));
}

/** PostgreSQL reads the table once where it expects that to be cheaper than thousands of lookups. */
const ONE_SCAN = { sqlite: 45_000, postgres: USERS + 70_000 };

type Asked = Omit<PageQuery, "limit">;

const CASES: readonly (readonly [label: string, query: Asked, mostRows: number | typeof ONE_SCAN])[] = [
  ["the first page", { sort: byName }, 200],
  ["from the middle", { sort: byName, after: JSON.stringify(["anna 5", "usr_100005"]) }, 200],
  ["backwards", { sort: { by: "created_at", descending: true } }, 200],
  // All have the same value, so only the id tells where to go on.
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
  ["a search with few matches", { sort: byName, filter: { search: "rare" }, count: true }, 1_000],
  ["a rare and a frequent word", { sort: byName, filter: { search: "usr rare" }, count: true }, 1_500],
  ["a search with thousands", { sort: byName, filter: { search: "some" } }, ONE_SCAN],
  ["a search with most", { sort: byName, filter: { search: "anna" } }, 26_000],
  ["matches at the end of the list", { sort: byName, filter: { search: "zoe" } }, ONE_SCAN],
  ["two frequent words", { sort: byName, filter: { search: "usr anna" } }, 31_000],
  ["their total", { sort: byName, filter: { search: "usr anna" }, count: true }, 200_000],
];
