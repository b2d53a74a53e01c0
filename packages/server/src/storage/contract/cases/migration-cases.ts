import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { InvalidInputError } from "../../../core/errors.ts";
import { MIGRATIONS } from "../../migrations/migrations.ts";
import { newestSchema, type SchemaMigration } from "../../migrations/schema-migration.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";
import { put, samples, trustedActor } from "../samples.ts";

const OWN = newestSchema(MIGRATIONS);
const number = (after: number) => String(OWN + after).padStart(4, "0");

/** Adds columns to tables that requests use, and an index. */
const expand: SchemaMigration = {
  name: `${number(1)}-test-expand`,
  kind: "expand",
  oldestSchema: OWN,
  summary: "adds users.nickname and sessions.place",
  tables: ["users", "sessions"],
  indexes: [{ name: "users_created", on: "users (created_at)" }],
  async up(db, { text }) {
    await db.schema.alterTable("users").addColumn("nickname", text).execute();
    await db.schema.alterTable("sessions").addColumn("place", text).execute();
  },
};
const NEXT = [...MIGRATIONS, expand];

const names = async (url: string) =>
  (await runSql(url, "select name from licet_migrations order by name")).map(({ name }) => name);

export function migrationCases(engine: EngineUnderTest): void {
  test("a server goes on, and another of its version starts, on a database that the next version has expanded", () =>
    onEmptyStorage(engine, async (old, openAgain, url) => {
      await old.state.commit([put("user", samples.user)], trustedActor);
      // Prepared on a connection of the older server, which keeps it.
      const readPrepared = () => old.sessions.find("a hash");
      await Promise.all(Array.from({ length: 20 }, readPrepared));
      await openAgain({ migrations: NEXT });
      await Promise.all(Array.from({ length: 20 }, readPrepared));
      assert.ok((await names(url)).includes(expand.name));
      assert.equal((await old.state.find("user", samples.user.id))?.username, samples.user.username);
      await old.state.commit([put("user", { ...samples.user, name: "Another" })], trustedActor);
      await old.schema.check();
      assert.equal(old.schema.refusal, undefined);
      const another = await openAgain();
      assert.equal((await another.state.find("user", samples.user.id))?.name, "Another");
    }));

  test("a migration after which this version cannot run is refused by name, at a start and while it runs", () =>
    onEmptyStorage(engine, async (old, openAgain, url) => {
      const breaking: SchemaMigration = { ...expand, oldestSchema: OWN + 1 };
      await openAgain({ migrations: [...MIGRATIONS, breaking] });
      await assert.rejects(openAgain(), (error) => {
        assert.ok(error instanceof InvalidInputError);
        assert.match(error.message, /^this database was changed by a newer version of Licet/);
        assert.ok(
          error.message.includes(`schema ${OWN + 1}`) && error.message.includes(`server has schema ${OWN}.`),
        );
        assert.ok(error.message.includes(breaking.name));
        return true;
      });
      await old.schema.check();
      assert.match(old.schema.refusal ?? "", /newer version/);
      assert.ok((await names(url)).includes(breaking.name), "the refusal changes nothing");
    }));

  test("a migration that fails leaves nothing behind, and the next attempt runs it", () =>
    onEmptyStorage(engine, async (_, openAgain, url) => {
      const failing: SchemaMigration = {
        ...expand,
        async up(db, dialect) {
          await expand.up(db, dialect);
          await sql`select * from no_such_table`.execute(db);
        },
      };
      const before = await names(url);
      await assert.rejects(openAgain({ migrations: [...MIGRATIONS, failing] }));
      assert.deepEqual(await names(url), before);
      await assert.rejects(runSql(url, "select nickname from users"));
      await openAgain({ migrations: NEXT });
      assert.deepEqual(await runSql(url, "select nickname from users"), []);
    }));

  test("of several nodes that start at once, one runs each migration", () =>
    onEmptyStorage(engine, async (_, openAgain, url) => {
      let runs = 0;
      const counting: SchemaMigration = {
        ...expand,
        async up(db, dialect) {
          runs += 1;
          await expand.up(db, dialect);
        },
      };
      const migrations = [...MIGRATIONS, counting];
      await Promise.all(Array.from({ length: 4 }, () => openAgain({ migrations })));
      assert.equal(runs, 1);
      assert.equal((await names(url)).filter((name) => name === expand.name).length, 1);
    }));
}
