import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiDescription } from "../../../docs/.vitepress/theme/api/api-description.ts";
import { root } from "../../testing/root.ts";

/** Not in version control, because the code says the same. The site is built with it, and again when it changes. */
const FILE = join(root, "docs/.vitepress/theme/api/description.json");

export function writeApiDescription(api: ApiDescription): void {
  const text = JSON.stringify(api);
  if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== text) writeFileSync(FILE, text);
}
