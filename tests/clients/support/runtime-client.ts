import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../client.ts";
import { driveProgram } from "./drive-program.ts";
import { installSdk } from "./install-sdk.ts";
import { describeVersion, installPackages } from "./npm.ts";

/** The drivers for a JavaScript runtime: oauth4webapi, and the SDK. */
const DRIVERS = ["oauth4webapi.mjs", "sdk.mjs"];

/** Creates a client that runs oauth4webapi and the SDK on another JavaScript runtime, installed from npm. */
export const createRuntimeClient = (runtime: {
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
    const sdk = await installSdk(workspace);
    for (const driver of DRIVERS)
      copyFileSync(join(import.meta.dirname, driver), join(workspace.folder, driver));
    const versions = [runtime.name, "oauth4webapi"].map((name) => describeVersion(workspace, name));
    return [...versions, sdk].join(", ");
  },
  async drive(driven) {
    const program = join(driven.folder, "node_modules/.bin", runtime.name);
    for (const driver of DRIVERS) await driveProgram(driven, program, [...runtime.args, driver], runtime.env);
  },
});
