/** `npm run api:types`: writes the types of the API for its clients, from the API's own description. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeApiTypes } from "./api-types/describe-api-types.ts";
import { root } from "./testing/root.ts";
import { runCommand } from "./testing/run-command.ts";

const FILE = "packages/sdk/src/permissions/schema.ts";
await writeFile(join(root, FILE), await describeApiTypes());
const { failed } = await runCommand("biome", "format", "--write", FILE);
if (failed === 0) console.log(`${FILE} is up to date.`);
process.exit(failed);
