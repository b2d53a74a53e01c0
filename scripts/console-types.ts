/** `npm run console:types`: writes what the console and the SDK know of the API, from the API's own description. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeApiTypes } from "./console/describe-api-types.ts";
import { root } from "./testing/root.ts";
import { runCommand } from "./testing/run-command.ts";

const CONSOLE_FILE = "packages/console/src/api/schema.ts";
const SDK_FILE = "packages/sdk/src/permissions/schema.ts";
const types = await describeApiTypes();
await writeFile(join(root, CONSOLE_FILE), types.console);
await writeFile(join(root, SDK_FILE), types.sdk);
const { failed } = await runCommand("biome", "format", "--write", CONSOLE_FILE, SDK_FILE);
if (failed === 0) console.log(`${CONSOLE_FILE} and ${SDK_FILE} are up to date.`);
process.exit(failed);
