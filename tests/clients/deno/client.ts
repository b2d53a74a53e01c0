import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../client.ts";
import { driveProgram } from "../support/drive-program.ts";
import { installPackages, versionOf } from "../support/npm.ts";

// The packages that npm installed, and no more permissions than the driver needs.
const ARGUMENTS = [
  "run",
  "--node-modules-dir=manual",
  "--allow-env=CLIENT_TEST_SCENE",
  "--allow-net=127.0.0.1",
];

export const deno: Client = {
  name: "deno",
  pushesRequests: true,
  async prepare(workspace) {
    await installPackages(workspace);
    copyFileSync(
      join(import.meta.dirname, "../support/oauth4webapi.mjs"),
      join(workspace.folder, "drive.mjs"),
    );
    return ["deno", "oauth4webapi"].map((name) => versionOf(workspace, name)).join(", ");
  },
  drive: (driven) =>
    driveProgram(driven, join(driven.folder, "node_modules/.bin/deno"), [...ARGUMENTS, "drive.mjs"], {
      DENO_NO_UPDATE_CHECK: "1",
    }),
};
