/** `npm run docs`: builds the documentation site that a server shows at /docs. */

import { join, relative } from "node:path";
import { DOCS, ensureDocsBuilt } from "./docs/ensure-docs-built.ts";
import { root } from "./testing/root.ts";

const isNew = await ensureDocsBuilt();
const folder = relative(root, join(DOCS.folder, DOCS.output));
console.log(`${isNew ? "Built" : "Nothing has changed since it was built"}: ${folder}`);
console.log("A server shows it at /docs. One that runs already does so after its next start.");
