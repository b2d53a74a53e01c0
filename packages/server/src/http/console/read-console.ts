import { join } from "node:path";
import { listStaticFiles, readStaticFile, type StaticFile } from "../static-files/static-file.ts";

/** The built console, in memory: a path can only reach files that are in this map. */
export interface Console {
  readonly page: StaticFile;
  /** Keyed by the path below /console/, with forward slashes. */
  readonly files: ReadonlyMap<string, StaticFile>;
}

const PAGE = "index.html";

/** Undefined when the console was not built. */
export async function readConsole(directory: string): Promise<Console | undefined> {
  const paths = await listStaticFiles(directory);
  const files = new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readStaticFile(join(directory, path))] as const),
    ),
  );
  const page = files.get(PAGE);
  files.delete(PAGE);
  return page && { page, files };
}
