import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmCi } from "../install/npm-ci.mjs";
import { root } from "./root.ts";

const folder = join(root, "tests/openapi");
const stampFile = join(folder, "node_modules/.installed-from");

/**
 * Installs the tools that read the OpenAPI document in the tests, once per lock file. They have their own folder,
 * because they need another TypeScript than Licet. Returns the folder of the packages.
 */
export async function ensureOpenapiTools(): Promise<string> {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== lock) {
    await npmCi({ folder, need: "what reads the OpenAPI document (once, some seconds)" });
    writeFileSync(stampFile, lock);
  }
  return join(folder, "node_modules");
}
