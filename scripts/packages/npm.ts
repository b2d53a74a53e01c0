import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { npmCommand } from "../install/npm-command.mjs";

const run = promisify(execFile);
const [command = "npm", ...before] = npmCommand();

/** Runs npm in a folder. No scripts: nothing that is packed or installed here needs one. */
export const npm = (folder: string, ...args: readonly string[]) =>
  run(command, [...before, ...args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
  });
