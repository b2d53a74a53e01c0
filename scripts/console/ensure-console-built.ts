import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Build, ensureBuilt } from "../builds/ensure-built.ts";
import { root } from "../testing/root.ts";

export const CONSOLE: Build = {
  name: "the console",
  root,
  folder: join(root, "packages/console"),
  sources: ["src/**/*", "index.html", "package.json", "vite.config.ts"],
  output: "dist",
  builder: fileURLToPath(new URL("build-console.ts", import.meta.url)),
};

/** False if it was there already. */
export const ensureConsoleBuilt = (): Promise<boolean> => ensureBuilt(CONSOLE);
