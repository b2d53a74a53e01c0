import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const seed = join(import.meta.dirname, "seed.ts");

/** Databases by number of applications, each made at the first call. In a process of its own: no memory stays here. */
export function createDatabases(
  folder: string,
  progress: (text: string) => void,
): (applications: number) => Promise<string> {
  const made = new Map<number, string>();
  return async (applications) => {
    const known = made.get(applications);
    if (known !== undefined) return known;
    progress(`a database with ${applications.toLocaleString("en")} applications is made`);
    const dataFolder = join(folder, String(applications));
    mkdirSync(dataFolder);
    await run(process.execPath, [seed, dataFolder, String(applications)]);
    made.set(applications, dataFolder);
    return dataFolder;
  };
}
