import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../testing/root.ts";

/** Modules that a bundler writes itself; their id begins with a zero byte. */
const WRITTEN_BY: readonly (readonly [id: RegExp, name: string])[] = [
  [/^\0(rolldown\/|@oxc-project\+runtime@)/, "node_modules/rolldown"],
  [/^\0vite\//, "node_modules/vite"],
  [/^\0plugin-vue:/, "node_modules/@vitejs/plugin-vue"],
];

/** Finds the folders, below the repository, of the packages that modules of a bundle come from. */
export function findPackageFolders(moduleIds: readonly string[]): readonly string[] {
  const folders = moduleIds.flatMap((id) => findPackageFolder(id) ?? []);
  return [...new Set(folders)].sort();
}

/** Undefined for a module of Licet itself. */
function findPackageFolder(id: string): string | undefined {
  const written = WRITTEN_BY.find(([pattern]) => pattern.test(id))?.[1];
  if (written !== undefined) return written;
  if (id.startsWith("\0")) throw new Error(`nobody knows who wrote the module ${JSON.stringify(id)}`);
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
  return folder && relative(root, folder);
}

export interface BundledPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

export function readBundledPackage(path: string): BundledPackage {
  const folder = join(root, path);
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (typeof license !== "string") throw new Error(`${name}@${version} does not say its licence`);
  return { folder, name, version, license, author };
}
