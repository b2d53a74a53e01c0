/** `npm start`: builds the console if necessary, then serves the demo. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureConsoleBuilt } from "./console/ensure-built.ts";
import { root } from "./testing/root.ts";

await ensureConsoleBuilt().catch((error: unknown) => {
  // The server works without the console, and /console/ says what is missing.
  console.error(`${String(error)}\nLicet starts without its console; \`npm run build\` tries again.`);
});
// From here on this process runs the command.
const licet = join(root, "packages/server/bin/licet.mjs");
process.argv.splice(1, 1, licet, "serve", "--demo");
await import(pathToFileURL(licet).href);
