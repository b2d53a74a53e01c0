import { join } from "node:path";
import type { Client } from "../client.ts";
import { DEBIAN_PYTHON, ensureDebianPackages, findVersion } from "../support/debian.ts";
import { driveProgram } from "../support/drive-program.ts";

const SUPPORT = join(import.meta.dirname, "../support");

export const authlib: Client = {
  name: "authlib",
  redirectPaths: ["/auth"],
  isRecorded: true,
  async prepare(workspace) {
    await ensureDebianPackages(workspace);
    return `python3-authlib ${findVersion("python3-authlib")}`;
  },
  drive: (driven) => driveProgram(driven, DEBIAN_PYTHON, ["drive.py"], { PYTHONPATH: SUPPORT }),
};
