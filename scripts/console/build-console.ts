/**
 * Builds the folder given as argument with Vite, and records the files that the build used. It is a separate process,
 * because Vite changes the environment of its process.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { argv } from "node:process";
import { build } from "vite";

const [, , folder = ".", recordFile = ""] = argv;
const inputs = new Set<string>();

await build({
  root: folder,
  logLevel: "warn",
  plugins: [
    {
      name: "record-inputs",
      generateBundle() {
        // The bundler's own list also has the transitive imports from outside of the folder.
        for (const id of this.getModuleIds()) inputs.add(id);
      },
    },
  ],
});
mkdirSync(dirname(recordFile), { recursive: true });
writeFileSync(recordFile, JSON.stringify([...inputs]));
