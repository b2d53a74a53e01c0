import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { testHashName } from "../../../directory/testing/hash-name.ts";
import { openStorage } from "../../open-storage.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";
import { put, samples, trustedActor, user } from "../samples.ts";

export function startCases(engine: EngineUnderTest): void {
  test("six nodes that start at once on an empty database all start", async () => {
    const database = await engine.createEmptyDatabase();
    const opening = Array.from({ length: 6 }, () =>
      openStorage({ databaseUrl: database.url, clock: systemClock, hashName: testHashName }),
    );
    const nodes = await Promise.all(opening);
    await Promise.all(
      nodes.map(({ state }, i) => state.commit([put("user", user(`usr_${i}`, `u${i}`))], trustedActor)),
    );
    assert.equal(await nodes[0]?.state.revision(), 6);
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  test("stored data is there after a restart, and closing twice has no further effect", () =>
    onEmptyStorage(engine, async (storage, openAgain) => {
      await storage.state.commit([put("user", samples.user)], trustedActor);
      await storage.close();
      await storage.close();
      const reopened = await openAgain();
      await reopened.ping();
      assert.equal(reopened.engine, engine.name);
      assert.equal(reopened.feed.revision, 1);
      assert.deepEqual(await reopened.state.find("user", samples.user.id), samples.user);
    }));

  test("a database from before version 0.1 is refused with a message, and stays unchanged", () =>
    assertRefused(engine, {
      executed: ["0001-initial", "0002-delegation", "0003-console"],
      message: /^this database was made by another version of Licet.* Start with an empty database/,
    }));

  for (const name of ["0001-initial", "0001-initial-schema", "0001-initial-0a1b2c3d"])
    test(`a database with only the first migration of another checkout, ${name}, is refused too`, () =>
      assertRefused(engine, {
        executed: [name],
        message: /^this database was made by another version of Licet/,
      }));

  test("a database of a newer version is refused with a message, and stays unchanged", () =>
    onEmptyStorage(engine, async (storage, openAgain, url) => {
      await storage.close();
      await runSql(url, "insert into licet_migrations (name, timestamp) values ('9999-later', '')");
      await assert.rejects(openAgain(), isRefusal(/^this database was changed by a newer version of Licet/));
      await runSql(url, "delete from licet_migrations where name = '9999-later'");
      await (await openAgain()).ping();
    }));
}

/**
 * Opens a database whose migration table has these migrations, beside a table that this version would create, and checks
 * that it is refused and stays unchanged.
 */
async function assertRefused(
  engine: EngineUnderTest,
  { executed, message }: { readonly executed: readonly string[]; readonly message: RegExp },
): Promise<void> {
  const database = await engine.createEmptyDatabase();
  try {
    await runSql(database.url, "create table licet_migrations (name text, timestamp text)");
    await runSql(database.url, "create table users (id text)");
    for (const name of executed)
      await runSql(database.url, `insert into licet_migrations values ('${name}', '')`);
    const open = () =>
      openStorage({ databaseUrl: database.url, clock: systemClock, hashName: testHashName, exclusive: true });
    await assert.rejects(open(), isRefusal(message));
    await assert.rejects(open(), isRefusal(message), "the file is not left locked");
    assert.deepEqual(await listTables(engine, database.url), ["licet_migrations", "users"]);
    const rows = await runSql(database.url, "select name from licet_migrations order by name");
    assert.deepEqual(
      rows.map(({ name }) => name),
      executed,
    );
  } finally {
    await database.drop();
  }
}

const isRefusal = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof InvalidInputError);
  assert.match(error.message, message);
  assert.match(error.message, / Nothing was changed in it\. /);
  return true;
};

async function listTables({ name: engineName }: EngineUnderTest, url: string): Promise<readonly unknown[]> {
  const rows = await runSql(
    url,
    engineName === "sqlite"
      ? "select name from sqlite_master order by name"
      : "select relname as name from pg_class where relnamespace = 'public'::regnamespace order by relname",
  );
  return rows.map(({ name }) => name);
}
