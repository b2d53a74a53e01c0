import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A data folder that something happened to, and what a start on it should say. */
export interface Situation {
  readonly name: string;
  /** Makes it from a folder in which a server has run. */
  breakIt(folder: string): void;
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
  /** A start that ends, with exit code 1, this sentence and nothing written; or one that serves and warns. */
  readonly ends: boolean;
  readonly says: RegExp;
}

const SECRET = "another secret that is long enough to be one";
const database = (folder: string): string => join(folder, "licet.db");
const secret = (folder: string): string => join(folder, "secret");

/** Removes the database with all files beside it. */
function removeDatabase(folder: string): void {
  for (const end of ["", "-wal", "-shm", ".lock", ".pid"])
    rmSync(database(folder) + end, { force: true, recursive: true });
}

export const SITUATIONS: readonly Situation[] = [
  {
    name: "a database of a newer version",
    breakIt(folder) {
      const db = new DatabaseSync(database(folder));
      db.exec("insert into licet_migrations (name, timestamp) values ('9999-later', '2030-01-01T00:00:00Z')");
      db.close();
    },
    ends: true,
    says: /newer version of Licet.*Start the newer version, or restore a backup from before the upgrade/s,
  },
  {
    name: "a database whose secret is missing",
    breakIt: (folder) => rmSync(secret(folder)),
    ends: true,
    says: /secret of the database .* is missing.*Restore the file.*LICET_SECRET.*move the database away/s,
  },
  {
    name: "a database with another secret beside it",
    breakIt: (folder) => writeFileSync(secret(folder), `${SECRET}\n`),
    ends: true,
    says: /LICET_SECRET does not match this database.*sealed under the value with the id/s,
  },
  {
    name: "a database with another secret in the settings",
    breakIt: () => undefined,
    environment: () => ({ LICET_SECRET: SECRET }),
    ends: true,
    says: /LICET_SECRET does not match this database/,
  },
  {
    name: "an empty secret",
    breakIt: (folder) => writeFileSync(secret(folder), ""),
    ends: true,
    says: /secret does not hold a secret: it needs at least 32 characters.*Restore it/s,
  },
  {
    name: "a folder in place of the database",
    breakIt(folder) {
      removeDatabase(folder);
      mkdirSync(database(folder));
    },
    environment: (folder) => ({ LICET_DATABASE_URL: `sqlite:${database(folder)}` }),
    ends: true,
    says: /LICET_DATABASE_URL.*is a folder/,
  },
  {
    name: "a secret whose database is gone",
    breakIt: removeDatabase,
    ends: false,
    says: /the database is empty, though there was a secret for it.*restore the database from a backup/s,
  },
  {
    name: "a new container with a mounted secret",
    breakIt(folder) {
      removeDatabase(folder);
      rmSync(secret(folder));
      writeFileSync(join(folder, "mounted"), `${SECRET}\n`);
    },
    environment: (folder) => ({ LICET_SECRET_FILE: join(folder, "mounted") }),
    ends: false,
    says: /"level":"info".*the database is empty: a new installation begins/,
  },
];
