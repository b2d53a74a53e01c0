import { execFile } from "node:child_process";
import { constants, mkdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Content } from "./contents.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

const run = promisify(execFile);

/** Databases by their content, on both engines. Each is created at the first call and kept for the run. */
export interface Databases {
  /**
   * Returns a data folder. A server that runs at the same time as another, or that needs the content as it was, names
   * a copy of its own.
   */
  inFolder(content: Content, copy?: string): Promise<string>;
  /** Returns the URL of a database in the PostgreSQL of the run. */
  onPostgres(content: Content, copy?: string): Promise<string>;
  postgres(): Promise<Postgres>;
  /** Stops PostgreSQL. The data folders are deleted with the folder of the run. */
  close(): Promise<void>;
}

export function createDatabases(folder: string, progress: (text: string) => void): Databases {
  const made = new Map<string, Promise<string>>();
  let started: Promise<Postgres> | undefined;

  const postgres = (): Promise<Postgres> => {
    started ??= startPostgres(progress);
    return started;
  };

  const once = (key: string, make: () => Promise<string>): Promise<string> => {
    const making = made.get(key) ?? make();
    made.set(key, making);
    return making;
  };

  /** Runs in a separate process, so that this process does not keep its memory. */
  const seed = async (content: Content, databaseUrl: string): Promise<void> => {
    progress(`creating a database with ${content.text}`);
    const script = join(import.meta.dirname, "seeds", `${content.script}.ts`);
    const env = { ...process.env, BENCH_DATABASE_URL: databaseUrl };
    await run(process.execPath, [script, ...content.arguments], { env });
    progress("the database is ready");
  };

  /** Is never served, so that copies are of a database at rest. */
  const createSeed = async (content: Content): Promise<string> => {
    const seedFolder = join(folder, `${nameOf(content)}-seed`);
    mkdirSync(seedFolder);
    await seed(content, `sqlite:${join(seedFolder, "licet.db")}`);
    return seedFolder;
  };

  return {
    inFolder: (content, copy = "first") => {
      const dataFolder = join(folder, `${nameOf(content)}-${copy}`);
      return once(dataFolder, async () => {
        const seedFolder = await once(`folder ${nameOf(content)}`, () => createSeed(content));
        await cp(seedFolder, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE });
        return dataFolder;
      });
    },
    onPostgres: (content, copy = "first") =>
      once(`postgres ${nameOf(content)} ${copy}`, async () => {
        const { createDatabase } = await postgres();
        const template = `${nameOf(content)}-seed`;
        await once(`postgres ${template}`, async () => {
          const databaseUrl = await createDatabase(template);
          await seed(content, databaseUrl);
          return databaseUrl;
        });
        return createDatabase(`${nameOf(content)}-${copy}`, template);
      }),
    postgres,
    close: async () => (await started)?.stop(),
  };
}

const nameOf = (content: Content): string => [content.script, ...content.arguments].join("-");
