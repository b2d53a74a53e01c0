/** `npm run build`: what must be built before `licet serve` has a console to show. */

import { ensureConsoleBuilt } from "./console/ensure-built.ts";

await ensureConsoleBuilt();
console.log("The console is built.");
