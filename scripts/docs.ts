/** `npm run docs`: builds the documentation site that a server shows at /docs. */

import { join, relative } from "node:path";
import { describeApi } from "./docs/api/describe-api.ts";
import { DOCS, ensureDocsBuilt } from "./docs/ensure-docs-built.ts";
import { writeReference } from "./docs/reference/write-reference.ts";
import { root } from "./testing/root.ts";

const api = await describeApi();
for (const path of await writeReference(api)) console.log(`Written from the code: ${path}`);
const isNew = await ensureDocsBuilt(api);
const folder = relative(root, join(DOCS.folder, DOCS.output));
console.log(`${isNew ? "Built" : "Nothing has changed since it was built"}: ${folder}`);
console.log("A server shows it at /docs. One that runs already does so after its next start.");
