import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ApiDescription } from "../../docs/.vitepress/theme/api/api-description.ts";
import { type Build, ensureBuilt } from "../builds/ensure-built.ts";
import { root } from "../testing/root.ts";
import { describeApi } from "./api/describe-api.ts";
import { writeApiDescription } from "./api/write-api-description.ts";

export const DOCS: Build = {
  name: "the documentation",
  root,
  folder: join(root, "docs"),
  sources: ["**/*.md", "images/**/*", "public/**/*", "bench/*", ".vitepress/**/*", "package.json"],
  output: ".vitepress/dist",
  builder: fileURLToPath(new URL("build-docs.ts", import.meta.url)),
};

/** False if it was there already, with the API as it is. */
export async function ensureDocsBuilt(api?: ApiDescription): Promise<boolean> {
  writeApiDescription(api ?? (await describeApi()));
  return ensureBuilt(DOCS);
}
