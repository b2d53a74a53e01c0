import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import type { MigrationOutcome, ServerNode } from "../../../operations/stores.ts";
import { NODE_LISTED_SECONDS } from "../../../operations/stores.ts";
import { inspectDatabase } from "../../inspect-database.ts";
import { MIGRATIONS } from "../../migrations/migrations.ts";
import { LIVE_SECONDS } from "../../migrations/older-nodes.ts";
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

/** Removes what no server of the next version reads. */
const contract: SchemaMigration = {
  name: `${number(2)}-test-contract`,
  kind: "contract",
  oldestSchema: OWN + 1,
  summary: "drops users.nickname",
  tables: ["users"],
  async up(db) {
    await db.schema.alterTable("users").dropColumn("nickname").execute();
  },
};
const AFTER_NEXT = [...NEXT, contract];

const node = (id: string, schema: number): ServerNode => ({
  id,
  host: "one.example.test",
  version: "0.1.0",
  engine: "sqlite",
  startedAt: systemClock.seconds(),
  seenAt: systemClock.seconds(),
  revision: 0,
  secretIds: [],
  schema,
});

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
      // On PostgreSQL, the index was built before.
      await assert.rejects(runSql(url, "drop index users_created"));
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

  test("a migration that contracts waits while a server runs that it would break, and says for which", () =>
    onEmptyStorage(engine, async (old, openAgain, url) => {
      const outcomes: MigrationOutcome[] = [];
      const start = () =>
        openAgain({ migrations: AFTER_NEXT, onMigrated: (outcome) => outcomes.push(outcome) });
      await old.nodes.recordHeartbeat(node("nod_old", OWN));
      await old.nodes.recordHeartbeat(node("nod_new", OWN + 2));
      await start();
      assert.deepEqual(outcomes.pop(), {
        isNew: false,
        ran: [expand],
        waiting: [
          { migration: contract, nodes: [{ host: "one.example.test", version: "0.1.0", schema: OWN }] },
        ],
      });
      await (await openAgain()).ping();
      await old.nodes.remove("nod_old");
      const plan = await inspectDatabase({ databaseUrl: url, migrations: AFTER_NEXT });
      assert.deepEqual(
        plan.pending.map(({ name, waitsFor }) => [name, waitsFor]),
        [[contract.name, []]],
      );
      await start();
      assert.deepEqual(outcomes.pop(), { isNew: false, ran: [contract], waiting: [] });
      await assert.rejects(openAgain(), /this database was changed by a newer version/);
      await (await openAgain({ migrations: NEXT })).ping();
    }));

  test("a server that is listed with an unknown schema counts as the oldest, and one unseen for a minute not at all", () =>
    onEmptyStorage(engine, async (old, openAgain, url) => {
      await old.nodes.recordHeartbeat(node("nod_old", OWN));
      await runSql(url, "update nodes set schema = null");
      assert.equal(LIVE_SECONDS, NODE_LISTED_SECONDS);
      const waitsFor = async () =>
        (await inspectDatabase({ databaseUrl: url, migrations: AFTER_NEXT })).pending.at(-1)?.waitsFor;
      assert.deepEqual(
        (await waitsFor())?.map(({ schema }) => schema),
        [1],
      );
      await runSql(url, `update nodes set seen_at = seen_at - ${LIVE_SECONDS + 1}`);
      assert.deepEqual(await waitsFor(), []);
      await openAgain({ migrations: AFTER_NEXT });
      assert.ok((await names(url)).includes(contract.name));
    }));

  test("by explicit command a migration contracts although older servers are listed; they are not ready any more", () =>
    onEmptyStorage(engine, async (old, openAgain) => {
      await old.nodes.recordHeartbeat(node("nod_old", OWN));
      await openAgain({ migrations: AFTER_NEXT, contracts: "now" });
      await old.schema.check();
      assert.match(old.schema.refusal ?? "", /newer version/);
    }));

  test("commands leave migrations that contract alone, and without migrating a database that needs one is refused", () =>
    onEmptyStorage(engine, async (_, openAgain, url) => {
      const before = await names(url);
      await assert.rejects(openAgain({ migrations: AFTER_NEXT, autoMigrate: false }), (error) => {
        assert.ok(error instanceof InvalidInputError);
        assert.match(error.message, /needs the migration \d+-test-expand, and LICET_AUTO_MIGRATE is false/);
        return true;
      });
      assert.deepEqual(await names(url), before);
      await openAgain({ migrations: AFTER_NEXT, contracts: "never" });
      assert.deepEqual(await names(url), [...before, expand.name]);
      await (await openAgain({ migrations: AFTER_NEXT, autoMigrate: false })).ping();
    }));

  test("a plan names what would happen with the sizes of the tables, and changes nothing", () =>
    onEmptyStorage(engine, async (old, _, url) => {
      await old.state.commit([put("user", samples.user)], trustedActor);
      const before = await names(url);
      const plan = await inspectDatabase({ databaseUrl: url, migrations: AFTER_NEXT });
      assert.deepEqual([plan.schema, plan.databaseSchema], [OWN + 2, OWN]);
      const [first, second] = plan.pending;
      assert.deepEqual(
        [first?.name, first?.kind, first?.indexes],
        [expand.name, "expand", ["users_created"]],
      );
      assert.deepEqual(
        first?.tables.map(({ name }) => name),
        ["users", "sessions"],
      );
      assert.ok((first?.tables[0]?.bytes ?? 0) > 0);
      assert.deepEqual([second?.name, second?.oldestSchema], [contract.name, OWN + 1]);
      assert.deepEqual(await names(url), before);
    }));
}
