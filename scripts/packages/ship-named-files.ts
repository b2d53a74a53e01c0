import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Plugin, PluginContext } from "rolldown";

/** `new URL("./file", import.meta.url)`: how a module of ours names a file, a folder or a thread beside it. */
const NAMED = /\bnew URL\("(\.{1,2}\/[^"]+)", import\.meta\.url\)/g;

export interface ShippedFolders {
  /** The folder in the repository, and its name in the package. All modules of the package are one folder deep. */
  readonly [folder: string]: string;
}

/**
 * Ships what modules name by `new URL("./file", import.meta.url)`. In the repository Node finds the file by this
 * address; in the package the address leads to the copy. TypeScript becomes a module of the package, which a thread or
 * an import can load.
 */
export function shipNamedFiles(folders: ShippedFolders): Plugin {
  return {
    name: "ship-named-files",
    transform(code, id) {
      const isOurs = !id.startsWith("\0") && !id.includes("node_modules");
      if (!isOurs || !code.includes("import.meta.")) return null;
      requireNamedForm(code, id);
      const shipped = code.replace(NAMED, (_, path: string) => {
        const file = join(dirname(id), path);
        return path.endsWith("/") ? shipFolder(this, file, folders) : shipFile(this, file);
      });
      // Lines stay the same, so the source map of the file still leads to them.
      return shipped === code ? null : { code: shipped, map: null };
    },
  };
}

/** What the first module writes beside the package: no file that is shipped. */
const COMPILE_CACHE = 'join(import.meta.dirname, "../.cache")';

/** A path in any other form would lead nowhere in the package, and only when the code runs. */
function requireNamedForm(code: string, id: string): void {
  const [other] = /.*\bimport\.meta\..*/.exec(code.replace(NAMED, "").replace(COMPILE_CACHE, "")) ?? [];
  if (other === undefined) return;
  throw new Error(`${id} has to name files as new URL("./file", import.meta.url): ${other.trim()}`);
}

function shipFile(context: PluginContext, file: string): string {
  const reference = file.endsWith(".ts")
    ? context.emitFile({ type: "chunk", id: file, name: basename(file, ".ts") })
    : context.emitFile({ type: "asset", name: basename(file), source: readFileSync(file) });
  return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
}

function shipFolder(context: PluginContext, folder: string, folders: ShippedFolders): string {
  const [, name] = Object.entries(folders).find(([path]) => relative(path, folder) === "") ?? [];
  if (name === undefined) throw new Error(`${folder} is named by a module, and has no name in the package`);
  // Without files whose name starts with a dot: those are notes of the build.
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  if (files.length === 0) throw new Error(`${folder} is empty`);
  for (const { parentPath, name: fileName } of files) {
    const file = join(parentPath, fileName);
    const target = [name, ...relative(folder, file).split(/[\\/]/)].join("/");
    context.emitFile({ type: "asset", fileName: target, source: readFileSync(file) });
  }
  return `new URL("../${name}/", import.meta.url)`;
}
