import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface VersionedManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readJson = <T>(root: string, path: string): T =>
  JSON.parse(readFileSync(join(root, path), "utf8")) as T;

/** The version of the release, as the manifest of the repository has it. */
export const readVersion = (root: string): string =>
  readJson<VersionedManifest>(root, "package.json").version;

/** Every place that names the version of Licet, with the version that it names. */
export function listVersions(root: string): readonly { readonly place: string; readonly version: string }[] {
  const paths = ["package.json", ...globSync("packages/*/package.json", { cwd: root }).sort()];
  const manifests = paths.map((path) => ({ path, manifest: readJson<VersionedManifest>(root, path) }));
  const own = new Set(manifests.map(({ manifest }) => manifest.name));
  const lock = readJson<{
    readonly version: string;
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  }>(root, "package-lock.json");
  const inLock = paths.map((path) => path.replace(/\/?package\.json$/, ""));
  return [
    ...manifests.flatMap(({ path, manifest }) => [
      { place: path, version: manifest.version },
      ...Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
        .filter(([name]) => own.has(name))
        .map(([name, version]) => ({ place: `${name} in ${path}`, version })),
    ]),
    { place: "package-lock.json", version: lock.version },
    ...inLock.map((path) => ({
      place: `package-lock.json, ${path || "the root"}`,
      version: lock.packages[path]?.version ?? "none",
    })),
  ];
}
