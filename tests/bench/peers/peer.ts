import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { BenchContext } from "../bench-context.ts";
import type { SubjectLoad } from "../loads/interleave.ts";

/** Another service. The benchmark installs none: it starts the ones whose program is on the path. */
export interface Peer {
  readonly name: string;
  readonly program: string;
  /** A sentence for a reader who does not have it. */
  readonly howToGet: string;
  /** The arguments that make the program print its version. */
  readonly versionArguments: readonly string[];
  /**
   * Creates its tables and its data in an empty database, and returns the loads to measure. Its settings are its
   * defaults but for addresses, the database and what the load needs.
   */
  prepare(installed: InstalledPeer, context: BenchContext): Promise<readonly SubjectLoad[]>;
}

export interface InstalledPeer {
  /** The path of the program. */
  readonly program: string;
  /** An empty database in the PostgreSQL of the run. */
  readonly databaseUrl: string;
}

export function findProgram(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
