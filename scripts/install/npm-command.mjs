import { basename } from "node:path";
import { root } from "./places.mjs";

/** The npm that started us, else the first in PATH. */
export function npmCommand() {
  const { npm_execpath: npmCli, npm_node_execpath: node } = process.env;
  // The pinned Node is not used, because an install is about to remove it.
  const usable = npmCli !== undefined && basename(npmCli) === "npm-cli.js" && node && !node.startsWith(root);
  return usable ? [node, npmCli] : [process.platform === "win32" ? "npm.cmd" : "npm"];
}
