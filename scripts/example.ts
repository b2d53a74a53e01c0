/** `npm run example -- NAME`: runs an example against the demo, which `npm start` serves. */

import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./testing/root.ts";

const folder = join(root, "examples");
// The shop is a part of the demo itself, and takes its settings from variables when it runs alone.
const names = globSync("*/main.ts", { cwd: folder })
  .map(dirname)
  .filter((name) => name !== "shop")
  .sort();
const [name = ""] = process.argv.slice(2);
if (names.includes(name)) await import(pathToFileURL(join(folder, name, "main.ts")).href);
else {
  console.error(`npm run example -- NAME, with one of: ${names.join(", ")}`);
  process.exitCode = 2;
}
