import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { findMachineNode } from "../../packages/support/machine-node.ts";
import type { Client } from "../client.ts";
import { driveProgram } from "../support/drive-program.ts";
import { installSdk } from "../support/install-sdk.ts";
import { runProgram } from "../support/run-program.ts";

const DRIVER = "sdk.mjs";

/** The SDK on the Node of the machine, 20 or newer: not on the one that Licet pins. */
export const node: Client = {
  name: "node",
  async prepare(workspace) {
    const sdk = await installSdk(workspace);
    copyFileSync(join(import.meta.dirname, "../support", DRIVER), join(workspace.folder, DRIVER));
    const version = await runProgram(findMachineNode(), ["--version"], { folder: workspace.folder });
    return `node ${version.trim().replace("v", "")}, ${sdk}`;
  },
  drive: (driven) => driveProgram(driven, findMachineNode(), [DRIVER]),
};
