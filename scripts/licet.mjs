/**
 * `npm run licet`: the command line. A server that is started in a checkout gets its console built first.
 *
 * This file is JavaScript, so that the other commands start without Node's TypeScript support (bin/licet.mjs).
 */

import { fileURLToPath } from "node:url";

const licet = new URL("../packages/server/bin/licet.mjs", import.meta.url);
// `licet` alone serves the demo.
const [command = "serve", ...options] = process.argv.slice(2);

if (command === "serve" && !options.includes("--help") && !options.includes("-h")) {
  const { buildConsoleOrSay } = await import("./console/build-console-or-say.ts");
  await buildConsoleOrSay();
}
// From here on this process runs the command.
process.argv[1] = fileURLToPath(licet);
await import(licet.href);
