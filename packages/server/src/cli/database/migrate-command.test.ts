import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runSql } from "../../storage/contract/run-sql.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const databaseIn = (path: string) => `sqlite:${join(path, "data/licet.db")}`;

test("migrate makes the tables of a new database, and has nothing to do afterwards", async (t) => {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  const first = await licet.run(["migrate"]);
  assert.deepEqual([first.code, first.stderr], [0, ""]);
  assert.match(
    first.stdout,
    /^Ran 0001-initial-\w+ \(expand\): creates all tables\.\nRan 0002-node-schemas /,
  );
  const again = await licet.run(["migrate"]);
  assert.deepEqual(
    [again.code, again.stdout],
    [0, "Nothing to do: the database has all migrations of this version.\n"],
  );
});

test("a dry run names what would happen on a database of the version before, and changes nothing", async (t) => {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  assert.equal((await licet.run(["migrate"])).code, 0);
  const url = databaseIn(licet.path);
  await runSql(url, "alter table nodes drop column schema");
  await runSql(url, "drop table sign_in_names");
  await runSql(url, "delete from licet_migrations where name > '0002'");
  const { code, stdout } = await licet.run(["migrate", "--dry-run"]);
  assert.equal(code, 0);
  assert.match(stdout, /^The database has schema 1, this version has schema \d+\. Nothing was changed\./);
  assert.match(stdout, /^0002-node-schemas \(expand\): adds the column schema to nodes$/m);
  assert.match(stdout, /^ {2}tables: nodes \(about 0 rows, \d+ kB\)$/m);
  assert.match(stdout, /^ {2}servers of the version before go on \(schema 1 or newer\)$/m);
  const json = JSON.parse((await licet.run(["migrate", "--dry-run", "--output", "json"])).stdout);
  assert.deepEqual(
    [json.dry_run, json.database_schema, json.migrations[0].name, json.migrations[0].waits_for],
    [true, 1, "0002-node-schemas", []],
  );
  assert.deepEqual(await runSql(url, "select name from licet_migrations where name like '0002%'"), []);

  const refused = await licet.run(["user", "list", "--auto-migrate", "false"]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /needs the migrations 0002-node-schemas, 0003-sign-in-names, and LICET_AUTO_MIGRATE is false\./,
  );
  const done = JSON.parse((await licet.run(["migrate", "--output", "json"])).stdout);
  assert.deepEqual(
    done.ran.map(({ name }: { name: string }) => name),
    ["0002-node-schemas", "0003-sign-in-names"],
  );
  assert.equal((await licet.run(["user", "list", "--auto-migrate", "false"])).code, 0);
});

test("a database that needs several migrations is refused with the names of all", async (t) => {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  const { code, stderr } = await licet.run(["group", "create", "staff", "--auto-migrate", "false"]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /needs the migrations 0001-initial[\w-]*, 0002-node-schemas(, [\w-]+)*, and LICET_AUTO_MIGRATE/,
  );
});

test("a dry run without a database says so and makes none; a database that is too new is refused", async (t) => {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  const missing = await licet.run(["migrate", "--dry-run"]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /there is no database at data\/licet\.db/);
  assert.ok(!existsSync(join(licet.path, "data")));
  await licet.run(["migrate"]);
  await runSql(
    databaseIn(licet.path),
    "insert into licet_migrations values ('9000-later', '', 'contract', 8999)",
  );
  for (const command of [["migrate"], ["migrate", "--dry-run"]]) {
    const { code, stdout, stderr } = await licet.run(command);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /newer version of Licet.*schema 9000.*since its migration 9000-later.*schema 8999 or newer/,
    );
  }
  await runSql(
    databaseIn(licet.path),
    "update licet_migrations set oldest_schema = 2 where name = '9000-later'",
  );
  const newer = await licet.run(["migrate", "--dry-run"]);
  assert.match(newer.stdout, /^Nothing to do: the database has schema 9000, of a newer version\./);
});
