import { join } from "node:path";
import type { Client } from "../client.ts";
import { DEBIAN_PYTHON, ensureDebianPackages, findVersion } from "../support/debian.ts";
import { driveProgram } from "../support/drive-program.ts";

const ENVIRONMENT = {
  PYTHONPATH: join(import.meta.dirname, "../support"),
  // oauthlib refuses http:// and, unless told otherwise, every answer with another scope than the one asked for.
  OAUTHLIB_INSECURE_TRANSPORT: "1",
  OAUTHLIB_RELAX_TOKEN_SCOPE: "1",
};

export const requestsOauthlib: Client = {
  name: "requests-oauthlib",
  isRecorded: true,
  async prepare(workspace) {
    await ensureDebianPackages(workspace);
    const name = "python3-requests-oauthlib";
    return `${name} ${findVersion(name)}, python3-oauthlib ${findVersion("python3-oauthlib")}`;
  },
  drive: (driven) => driveProgram(driven, DEBIAN_PYTHON, ["drive.py"], ENVIRONMENT),
};
