import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The npm package `node` brings the runtime; on Windows it names the file differently. */
export const pinnedNode = join(
  root,
  "node_modules/node/bin",
  process.platform === "win32" ? "node.exe" : "node",
);
