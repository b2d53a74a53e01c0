import { delimiter, join } from "node:path";
import { isProgram } from "../../../scripts/testing/find-chromium.ts";
import { root } from "../../../scripts/testing/root.ts";

/** The Node of the machine, 20 or newer, with which a caller runs `npm`: not the one that Licet pins. */
export function findMachineNode(): string {
  const started = process.env.npm_node_execpath;
  if (started !== undefined && !started.startsWith(root)) return started;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(root));
  const found = folders.map((folder) => join(folder, "node")).find(isProgram);
  if (found === undefined) throw new Error("there is no Node in PATH but the pinned one");
  return found;
}
