/** `npm run drawings`: writes the drawings of the documentation. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DRAWINGS } from "./docs/drawings/drawings.ts";
import { root } from "./testing/root.ts";

const folder = join(root, "docs/images/concepts");
mkdirSync(folder, { recursive: true });
for (const [file, svg] of DRAWINGS) writeFileSync(join(folder, file), svg);
console.log(`${DRAWINGS.size} drawings: docs/images/concepts`);
