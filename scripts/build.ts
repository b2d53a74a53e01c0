/** `npm run build`: builds the console, which `licet serve` needs, and the packages that others install. */

import { ensureConsoleBuilt } from "./console/ensure-built.ts";
import { buildPackages } from "./packages/build-packages.ts";

await ensureConsoleBuilt();
console.log("The console is built.");
const { engine, sdk } = await buildPackages();
console.log(`@licet/engine and @licet/sdk are built: ${engine.target}, ${sdk.target}`);
