/** `npm start`: builds the console if necessary, then serves the demo. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildConsoleOrSay } from "./console/build-console-or-say.ts";
import { root } from "./testing/root.ts";

await buildConsoleOrSay();
// From here on this process runs the command.
const licet = join(root, "packages/server/bin/licet.mjs");
process.argv.splice(1, 1, licet, "serve", "--demo");
await import(pathToFileURL(licet).href);
