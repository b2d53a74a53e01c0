import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../client.ts";
import { driveProgram } from "../support/drive-program.ts";
import { installPackages, versionOf } from "../support/npm.ts";

export const bun: Client = {
  name: "bun",
  pushesRequests: true,
  async prepare(workspace) {
    await installPackages(workspace);
    copyFileSync(
      join(import.meta.dirname, "../support/oauth4webapi.mjs"),
      join(workspace.folder, "drive.mjs"),
    );
    return ["bun", "oauth4webapi"].map((name) => versionOf(workspace, name)).join(", ");
  },
  drive: (driven) => driveProgram(driven, join(driven.folder, "node_modules/.bin/bun"), ["run", "drive.mjs"]),
};
