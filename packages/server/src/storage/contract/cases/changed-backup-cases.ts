import assert from "node:assert/strict";
import { test } from "node:test";
import { backUp, restore } from "../backup-in-memory.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { onOtherDatabase } from "../on-other-database.ts";
import { addTableToBackup, runInBackup } from "../rewrite-backup.ts";
import { runSql } from "../run-sql.ts";
import { put, samples, trustedActor, user } from "../samples.ts";

/** A restore takes rows alone from a backup. What acts on rows comes from the migrations. */
export function changedBackupCases(engine: EngineUnderTest): void {
  test("a backup with a trigger, a view or a table that no migration made is refused, and nothing is changed", () =>
    onEmptyStorage(engine, async (storage, _openAgain, url) => {
      await storage.state.commit([put("user", samples.user)], trustedActor);
      const backup = await backUp(url);
      await onOtherDatabase(engine, async (other, open) => {
        const former = await open();
        await former.state.commit([put("user", user("usr_former", "former"))], trustedActor);
        await former.close();
        for (const [name, changed] of await changeBackup(engine, backup))
          await assert.rejects(
            restore(other, changed, { replaces: true }),
            (error: Error) =>
              error.message.includes(name) && /no migration of Licet made/.test(error.message),
            name,
          );
        const present = await open();
        assert.ok(await present.state.find("user", "usr_former"));
      });
    }));

  test("tables, views and triggers that Licet did not make are left out of a backup", () =>
    onEmptyStorage(engine, async (storage, _openAgain, url) => {
      await storage.state.commit([put("user", samples.user)], trustedActor);
      await addForeign(engine, url);
      const backup = await backUp(url);
      await onOtherDatabase(engine, async (other) => {
        await restore(other, backup);
        const objects = await listObjects(engine, other);
        assert.deepEqual(
          objects.filter((name) => name.startsWith("operators_")),
          [],
        );
        const [count] = await runSql(other, "select count(*) as users from users");
        assert.equal(Number(count?.users), 1);
      });
    }));
}

/** Backups that somebody has changed, each with the name of what was added. */
async function changeBackup(
  engine: EngineUnderTest,
  backup: Uint8Array,
): Promise<readonly (readonly [name: string, changed: Uint8Array])[]> {
  const add = (statement: string) => runInBackup(backup, statement);
  return engine.name === "sqlite"
    ? [
        [
          "evil_trigger",
          await add("create trigger evil_trigger after insert on users begin delete from root_keys; end"),
        ],
        ["evil_view", await add("create view evil_view as select * from users")],
        ["evil_table", await add("create table evil_table (id integer)")],
        ["evil_search", await add("create virtual table evil_search using fts5(words)")],
        ["attempts", await add("drop table attempts; create view attempts as select 1 as key")],
      ]
    : [
        ["evil_table.id", await addTableToBackup(backup, { name: "evil_table", columns: ["id"] })],
        [
          "licet_migrations.name",
          await addTableToBackup(backup, { name: "licet_migrations", columns: ["name"] }),
        ],
        ["meta.evil", await addTableToBackup(backup, { name: "meta", columns: ["key", "value", "evil"] })],
      ];
}

/** What an operator may add for reports. */
async function addForeign(engine: EngineUnderTest, url: string): Promise<void> {
  await runSql(url, "create table operators_table (id integer)");
  await runSql(url, "create view operators_view as select username from users");
  if (engine.name === "sqlite")
    await runSql(
      url,
      "create trigger operators_trigger after delete on users begin insert into operators_table values (1); end",
    );
}

async function listObjects(engine: EngineUnderTest, url: string): Promise<readonly string[]> {
  const found = await runSql(
    url,
    engine.name === "sqlite" ? "select name from sqlite_master" : "select relname as name from pg_class",
  );
  return found.map(({ name }) => String(name));
}
