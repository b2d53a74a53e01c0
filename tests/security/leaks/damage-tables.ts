import { spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { TestDatabase } from "../../support/databases.ts";
import { accessDatabase } from "./database-access.ts";

/** Tables whose pages cannot be read any more, while the database answers everything else. */
export interface Damage {
  /** Puts the right content back. */
  repair(): Promise<void>;
}

export const damageTables = (database: TestDatabase, tables: readonly string[]): Promise<Damage> =>
  database.url.startsWith("sqlite:")
    ? damageFile(database.url.slice("sqlite:".length), tables)
    : failReads(database, tables);

const PAGE_BYTES = 4_096;

/** Overwrites the root pages of the tables and of their indexes, as a disk does that forgets. */
async function damageFile(file: string, tables: readonly string[]): Promise<Damage> {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  // From the -wal into the file: pages in the -wal would be read from there.
  database.exec("pragma wal_checkpoint(truncate)");
  const pages = database
    .prepare("select tbl_name, rootpage from sqlite_master where rootpage > 0")
    .all()
    .filter(({ tbl_name }) => tables.includes(String(tbl_name)))
    .map(({ rootpage }) => Number(rootpage));
  const replace = (content: (page: number) => Buffer) => {
    // A disk that forgets leaves the times of the file alone. Nothing else runs in this process meanwhile.
    spawnSync("touch", ["-r", file, `${file}.times`]);
    const descriptor = openSync(file, "r+");
    for (const page of pages) writeSync(descriptor, content(page), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
    // The descriptor stays open: to close it would drop the locks that SQLite has in this process.
    spawnSync("touch", ["-r", `${file}.times`, file]);
    // A commit of another connection, after which all of them read their pages from the file.
    database.exec(
      `insert into meta (key, value) values ('damaged-${descriptor}', '') on conflict do nothing`,
    );
    return descriptor;
  };
  const reader = openSync(file, "r");
  const originals = new Map(
    pages.map((page) => {
      const content = Buffer.alloc(PAGE_BYTES);
      readSync(reader, content, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
      return [page, content];
    }),
  );
  const descriptors = [reader, replace(() => Buffer.alloc(PAGE_BYTES, 0xa5))];
  return {
    async repair() {
      descriptors.push(replace((page) => originals.get(page) ?? Buffer.alloc(PAGE_BYTES)));
      database.close();
      keptOpen.push(...descriptors);
    },
  };
}

const keptOpen: number[] = [];
/** When no server of this process has the file open. */
export const closeKept = (): void => {
  for (const descriptor of keptOpen.splice(0)) closeSync(descriptor);
};

/** Every read of the tables fails as with a page whose checksum is wrong. */
async function failReads(database: TestDatabase, tables: readonly string[]): Promise<Damage> {
  const access = await accessDatabase(database);
  await access.execute(`
    create function fail_read() returns boolean language plpgsql volatile as $$
    begin raise exception using errcode = 'XX001', message = 'invalid page in block 0'; end $$`);
  for (const table of tables)
    await access.execute(
      `begin; alter table ${table} rename to hidden_${table};
       create view ${table} as select * from hidden_${table} where fail_read(); commit`,
    );
  return {
    async repair() {
      for (const table of tables)
        await access.execute(
          `begin; drop view ${table}; alter table hidden_${table} rename to ${table}; commit`,
        );
      await access.execute("drop function fail_read()");
      await access.close();
    },
  };
}
