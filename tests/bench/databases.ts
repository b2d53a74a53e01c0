import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROLES_PER_USER } from "./permission-population.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

const run = promisify(execFile);
const seeds = join(import.meta.dirname, "seeds");

/** Data folders by their content, and a database server. Each is created at the first call and kept for the run. */
export interface Databases {
  applications(count: number): Promise<string>;
  /** Users with ten assignments each. */
  permissions(users: number): Promise<string>;
  postgres(): Promise<Postgres>;
  /** Stops the database server. The data folders are deleted with the folder of the run. */
  close(): Promise<void>;
}

export function createDatabases(folder: string, progress: (text: string) => void): Databases {
  const made = new Map<string, Promise<string>>();
  let postgres: Promise<Postgres> | undefined;

  /** Runs in a separate process, so that this process does not keep its memory. */
  const seed = async (script: string, count: number, content: string): Promise<string> => {
    const dataFolder = join(folder, `${script}-${count}`);
    mkdirSync(dataFolder);
    progress(`creating a database with ${content}`);
    await run(process.execPath, [join(seeds, `${script}.ts`), dataFolder, String(count)]);
    progress("the database is ready");
    return dataFolder;
  };

  const once = (script: string, count: number, content: string): Promise<string> => {
    const key = `${script} ${count}`;
    const making = made.get(key) ?? seed(script, count, content);
    made.set(key, making);
    return making;
  };

  return {
    applications: (count) => once("seed-applications", count, `${count.toLocaleString("en")} applications`),
    permissions: (users) =>
      once("seed-permissions", users, `${(users * ROLES_PER_USER).toLocaleString("en")} assignments`),
    postgres: () => {
      postgres ??= startPostgres(progress);
      return postgres;
    },
    close: async () => (await postgres)?.stop(),
  };
}
