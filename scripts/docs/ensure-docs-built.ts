import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Build, ensureBuilt } from "../builds/ensure-built.ts";
import { root } from "../testing/root.ts";

export const DOCS: Build = {
  name: "the documentation",
  root,
  folder: join(root, "docs"),
  sources: ["**/*.md", "images/**/*", "public/**/*", "bench/*", ".vitepress/**/*", "package.json"],
  output: ".vitepress/dist",
  builder: fileURLToPath(new URL("build-docs.ts", import.meta.url)),
};

/** False if it was there already. */
export const ensureDocsBuilt = (): Promise<boolean> => ensureBuilt(DOCS);
