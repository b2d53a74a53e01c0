/** `npm run example -- NAME`: runs an example against the demo, which `npm start` serves. */

import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./testing/root.ts";

const folder = join(root, "examples");
const [name = ""] = process.argv.slice(2);
const main = join(folder, name, "main.ts");
if (/^[a-z-]+$/.test(name) && existsSync(main)) await import(pathToFileURL(main).href);
else {
  const names = globSync("*/main.ts", { cwd: folder }).map(dirname).sort();
  console.error(`npm run example -- NAME, with one of: ${names.join(", ")}`);
  process.exitCode = 2;
}
