import { writeFileSync } from "node:fs";
import type { Plugin } from "vitepress";

/** Records which modules the build read, and whose code is in the site: their licences are shipped with it. */
export function recordModules(file: string): Plugin {
  const inputs = new Set<string>();
  const bundled = new Set<string>();
  return {
    name: "record-modules",
    apply: "build",
    generateBundle(_, files) {
      for (const id of this.getModuleIds()) inputs.add(id);
      for (const output of Object.values(files))
        if (output.type === "chunk") for (const id of output.moduleIds) bundled.add(id);
    },
    closeBundle() {
      writeFileSync(file, JSON.stringify({ inputs: [...inputs], bundled: [...bundled] }));
    },
  };
}
