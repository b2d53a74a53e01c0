import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../client.ts";
import { driveProgram } from "./drive-program.ts";
import { describeVersion, installPackages } from "./npm.ts";

const DRIVER = "drive.mjs";

/** Creates a client that runs the driver for oauth4webapi on another JavaScript runtime, installed from npm. */
export const createOauth4webapiClient = (runtime: {
  /** The name of the client, of its npm package and of its program. */
  readonly name: string;
  /** The arguments before the file to run. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}): Client => ({
  name: runtime.name,
  pushesRequests: true,
  async prepare(workspace) {
    await installPackages(workspace);
    copyFileSync(join(import.meta.dirname, "oauth4webapi.mjs"), join(workspace.folder, DRIVER));
    return [runtime.name, "oauth4webapi"].map((name) => describeVersion(workspace, name)).join(", ");
  },
  drive: (driven) =>
    driveProgram(
      driven,
      join(driven.folder, "node_modules/.bin", runtime.name),
      [...runtime.args, DRIVER],
      runtime.env,
    ),
});
