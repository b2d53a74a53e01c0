/** `npm run drawings`: writes the drawings of the documentation, and the recording of the README. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DRAWINGS } from "./docs/drawings/drawings.ts";
import { drawFirstMinute, RECORDING } from "./docs/recording/recording.ts";
import { root } from "./testing/root.ts";

const folder = join(root, "docs/images/concepts");
mkdirSync(folder, { recursive: true });
for (const [file, svg] of DRAWINGS) writeFileSync(join(folder, file), svg);
writeFileSync(join(root, "docs/images", RECORDING), drawFirstMinute());
console.log(`${DRAWINGS.size} drawings: docs/images/concepts, and docs/images/${RECORDING}`);
