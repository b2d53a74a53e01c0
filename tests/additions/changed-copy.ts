import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SERVER = "packages/server";

export const COMPILER = join(ROOT, "node_modules", ".bin", "tsc");

/** A copy of the server that a test changes. The other packages are those of the repository. */
export function copyServer() {
  const folder = mkdtempSync(join(tmpdir(), "licet-additions-"));
  cpSync(join(ROOT, SERVER), join(folder, SERVER), {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist)$/.test(path),
  });
  for (const name of ["convert", "engine", "sdk"])
    symlinkSync(join(ROOT, "packages", name), join(folder, "packages", name));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const compiled = {
    extends: join(ROOT, "tsconfig.json"),
    include: [`${SERVER}/src`],
    // Tests have a sample of every kind, and the compiler asks for that as well.
    exclude: ["**/node_modules", "**/*.test.ts", "**/contract", "**/testing"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(compiled));
  const changed = new Set<string>();
  const write = (file: string, text: string): void => {
    writeFileSync(join(folder, SERVER, "src", file), text);
    changed.add(file);
  };
  return {
    folder,
    main: join(folder, SERVER, "bin/licet.mjs"),
    changed,
    create: write,
    replace(file: string, old: string, text: string): void {
      const before = readFileSync(join(folder, SERVER, "src", file), "utf8");
      if (before.split(old).length !== 2) throw new Error(`${file} has not exactly one ${old}`);
      write(file, before.replace(old, text));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
