// @engine postgres: how this engine reads arrays.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { createPostgresDatabase, type TestDatabase } from "../../../../../tests/support/databases.ts";
import { writeArray } from "./insert-arrays.ts";

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createPostgresDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
after(async () => {
  await client?.end();
  await database?.drop();
});

const read = async (type: string, values: readonly (string | number | null)[]) => {
  const array = writeArray(
    values.map((value) => ({ value })),
    "value",
  );
  const { rows } = await client.query(`select value from unnest($1::${type}[]) as given (value)`, [array]);
  return rows.map(({ value }) => value);
};

test("PostgreSQL reads every text of an array as it was", async () => {
  const texts = [
    "",
    " ",
    "NULL",
    "null",
    "{}",
    "a,b",
    '"',
    "\\",
    '\\"',
    "\\n",
    "\n",
    "'",
    "$1",
    "ü",
    "😀",
    "a",
    "a",
  ];
  assert.deepEqual(await read("text", [...texts, null, null, "NULL"]), [...texts, null, null, "NULL"]);
});

test("PostgreSQL reads every number of an array as it was", async () => {
  const numbers = [0, -1, 1, 1, Number.MAX_SAFE_INTEGER, null];
  const found = await read("bigint", numbers);
  assert.deepEqual(
    found.map((value) => (value === null ? null : Number(value))),
    numbers,
  );
});
