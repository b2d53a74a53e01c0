/** `npm run build`: builds the console, which `licet serve` needs. */

import { ensureConsoleBuilt } from "./console/ensure-built.ts";

await ensureConsoleBuilt();
console.log("The console is built.");
