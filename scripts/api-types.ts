/** `npm run api:types`: writes what clients know of the API, from the API's own description and the server's kinds. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeApiTypes } from "./api-types/describe-api-types.ts";
import { describeKinds } from "./api-types/describe-kinds.ts";
import { readOpenApi } from "./api-types/open-api.ts";
import { root } from "./testing/root.ts";
import { runCommand } from "./testing/run-command.ts";

const document = await readOpenApi();
const files = {
  "packages/sdk/src/permissions/schema.ts": describeApiTypes(document),
  "packages/console/src/values/kinds.generated.ts": describeKinds(document),
};
for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text);
const { failed } = await runCommand("biome", "check", "--write", ...Object.keys(files));
if (failed === 0) console.log(`${Object.keys(files).join(" and ")} are up to date.`);
process.exit(failed);
