/**
 * Builds the folder given as argument with Vite, and records the files that the build used. It is a separate process,
 * because Vite changes the environment of its process.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const [, , folder = ".", recordFile = ""] = argv;
const inputs = new Set<string>();
const bundled = new Set<string>();

await build({
  root: folder,
  logLevel: "warn",
  plugins: [
    {
      name: "record-inputs",
      generateBundle(_, files) {
        // The bundler's own list also has the transitive imports from outside of the folder.
        for (const id of this.getModuleIds()) inputs.add(id);
        for (const file of Object.values(files))
          if (file.type === "chunk") for (const id of file.moduleIds) bundled.add(id);
        for (const id of inputs)
          if (id.endsWith(".css")) for (const name of importedPackages(id)) bundled.add(name);
      },
    },
  ],
});
mkdirSync(dirname(recordFile), { recursive: true });
writeFileSync(recordFile, JSON.stringify({ inputs: [...inputs], bundled: [...bundled] }));

/** Packages that a style sheet imports: their plugin reads them, and they are no modules of the bundler. */
function importedPackages(file: string): readonly string[] {
  return Array.from(readFileSync(file, "utf8").matchAll(/@import "([^."][^"]*)"/g), ([, name = ""]) =>
    fileURLToPath(import.meta.resolve(name)),
  );
}
