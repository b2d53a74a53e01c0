import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package as `npm run build` has made it. */
export interface BuiltManifest {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly needs: readonly string[];
}

/** Those that are published, each after the ones that it needs. */
export function listBuiltPackages(root: string): readonly BuiltManifest[] {
  const built = globSync("packages/*/dist/package.json", { cwd: root })
    .sort()
    .map((path) => readManifest(join(root, path.slice(0, -"/package.json".length))))
    .filter((manifest) => manifest !== undefined);
  const names = new Set(built.map(({ name }) => name));
  const ordered: BuiltManifest[] = [];
  const add = (manifest: BuiltManifest): void => {
    if (ordered.includes(manifest)) return;
    for (const needed of built.filter(({ name }) => names.has(name) && manifest.needs.includes(name)))
      add(needed);
    ordered.push(manifest);
  };
  for (const manifest of built) add(manifest);
  return ordered;
}

function readManifest(folder: string): BuiltManifest | undefined {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return undefined;
  const {
    name,
    version,
    private: isPrivate,
    dependencies,
    peerDependencies,
  } = JSON.parse(readFileSync(path, "utf8"));
  if (isPrivate === true) return undefined;
  return { folder, name, version, needs: Object.keys({ ...dependencies, ...peerDependencies }) };
}
