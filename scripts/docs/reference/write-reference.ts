import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ApiDescription } from "../../../docs/.vitepress/theme/api/api-description.ts";
import { root } from "../../testing/root.ts";
import { REFERENCE_PAGES } from "./reference-pages.ts";

export const REFERENCE = "docs/reference";

/** Writes the pages that the code has changed, and returns their paths. */
export async function writeReference(api: ApiDescription): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const [name, write] of Object.entries(REFERENCE_PAGES)) {
    const path = `${REFERENCE}/${name}`;
    const file = join(root, path);
    const text = await write(api);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    changed.push(path);
  }
  return changed;
}
