import type { PackageAddresses } from "./package-addresses.ts";

/** The licences of what the bundle contains. */
export const LICENCES_FILE = "THIRD-PARTY-LICENSES";

/** What the manifests of all packages in this repository have. */
interface CommonManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
}

/** The manifest of a library, whose `exports` name its TypeScript. */
export interface Manifest extends CommonManifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
}

/**
 * The manifest that is published. Each entry names its types first, since a resolver takes the first condition that it
 * knows.
 */
export function publishedManifest(manifest: Manifest, addresses: PackageAddresses) {
  const entries = Object.entries(manifest.exports);
  const { name, version, description, keywords, license, engines } = manifest;
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  return {
    name,
    version,
    description,
    keywords,
    license,
    ...addresses,
    type: "module",
    sideEffects: false,
    engines,
    exports: {
      ...Object.fromEntries(entries.map(([entry, source]) => [compiledName(entry), compiledEntry(source)])),
      "./package.json": "./package.json",
    },
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
    // Packages with a scope are private unless they say otherwise.
    publishConfig: { access: "public" },
  };
}

/** The manifest of the server, which is a program. */
export interface ServerManifest extends CommonManifest {
  readonly bin: Readonly<Record<string, string>>;
}

/** The manifest of the server that is published. Its dependencies are in the bundle, so it has none. */
export function publishedServerManifest(manifest: ServerManifest, addresses: PackageAddresses) {
  const { name, version, description, keywords, license, engines, bin } = manifest;
  const files = ["bin", "lib", "console", "docs", "templates", "deploy", "examples", LICENCES_FILE];
  return { name, version, description, keywords, license, ...addresses, type: "module", engines, bin, files };
}

/** Files of a pattern are compiled, too: `./internal/*.ts` is `./internal/*.js`. */
const compiledName = (entry: string): string => entry.replace(/\.ts$/, ".js");

/** `./src/client/index.ts` is compiled to `./lib/client/index.js`. */
function compiledEntry(source: string): { readonly types: string; readonly default: string } {
  const path = source.replace(/^\.\/src\//, "./lib/").replace(/\.ts$/, "");
  return { types: `${path}.d.ts`, default: `${path}.js` };
}
