/** The manifest of a package in this repository, whose `exports` name its TypeScript. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
}

/**
 * The manifest that is published. Each entry names its types first, since a resolver takes the first condition that it
 * knows. Patterns (`./*`) are for the repository alone: what they reach is no promise.
 */
export function publishedManifest(manifest: Manifest) {
  const entries = Object.entries(manifest.exports).filter(([entry]) => !entry.includes("*"));
  const { name, version, description, license, engines } = manifest;
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  return {
    name,
    version,
    description,
    license,
    type: "module",
    sideEffects: false,
    engines,
    exports: {
      ...Object.fromEntries(entries.map(([entry, source]) => [entry, compiledEntry(source)])),
      "./package.json": "./package.json",
    },
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
    // Packages with a scope are private unless they say otherwise.
    publishConfig: { access: "public" },
  };
}

/** `./src/client/index.ts` is compiled to `./lib/client/index.js`. */
function compiledEntry(source: string): { readonly types: string; readonly default: string } {
  const path = source.replace(/^\.\/src\//, "./lib/").replace(/\.ts$/, "");
  return { types: `${path}.d.ts`, default: `${path}.js` };
}
