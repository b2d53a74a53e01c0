/** `npm run console:types`: writes what the console knows of the API, from the API's own description. */

import { writeFile } from "node:fs/promises";
import { describeApiTypes } from "./console/describe-api-types.ts";

const file = new URL("../packages/console/src/api/schema.ts", import.meta.url);
await writeFile(file, await describeApiTypes());
console.log("packages/console/src/api/schema.ts is up to date.");
process.exit(0);
