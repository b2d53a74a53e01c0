/** The part of CycloneDX 1.5 that npm writes and this script reads. */
export interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export interface Component {
  /** `name@version` */
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly externalReferences?: readonly unknown[];
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The folders whose dependencies a release contains: the packages, and the root, which has the Node that runs them. */
const SHIPPED = /^(packages\/[^/]+)?$/;
/** The package of the server contains its devDependencies, which a checkout installs only where they are used. */
const BUNDLED = "packages/server";

/**
 * The packages whose code is in the documentation site, which the package of the server contains. They are
 * devDependencies, because nothing but the build of the site needs them.
 */
export const IN_DOCUMENTATION: readonly string[] = [
  "@vue/reactivity",
  "@vue/runtime-core",
  "@vue/runtime-dom",
  "@vue/shared",
  "@vueuse/core",
  "@vueuse/integrations",
  "@vueuse/shared",
  "focus-trap",
  "mark.js",
  "minisearch",
  "tabbable",
  "vitepress",
];

/**
 * Keeps the components of a release: the dependencies of the packages and the runtime, without those of builds and
 * tests. `npm sbom --omit=dev` would omit packages that tests use as well as the server (jose, pg), and would keep what
 * builds the console, which a checkout needs to run; so the lock file decides.
 * Names come from the packages, not from local folders, and the result contains no address of a registry or a machine.
 */
export function keepProduction<B extends Bom>(bom: B, lock: LockFile): B {
  const kept = findShipped(bom, lock);
  return {
    ...bom,
    metadata: { ...bom.metadata, component: describe(bom.metadata.component) },
    components: bom.components.filter((component) => kept.has(component["bom-ref"])).map(describe),
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
}

/** Follows the dependencies of what is shipped. */
function findShipped(bom: Bom, lock: LockFile): ReadonlySet<string> {
  const entries = Object.entries(lock.packages).map(([path, entry]) => ({
    path,
    ...entry,
    ref: `${entry.name ?? path.replace(/^.*node_modules\//, "")}@${entry.version}`,
  }));
  const bundled = new Set(Object.keys(lock.packages[BUNDLED]?.devDependencies ?? {}));
  for (const name of bundled)
    for (const each of Object.keys(lock.packages[`node_modules/${name}`]?.dependencies ?? {}))
      bundled.add(each);
  // A framework that callers of the SDK may bring is not part of a release, though tests install it.
  const mayShip = new Set(
    entries
      .filter(
        ({ path, dev, devOptional }) =>
          !(dev || devOptional) || bundled.has(path.replace(/^node_modules\//, "")),
      )
      .map(({ ref }) => ref),
  );
  const manifests = new Map(
    entries.filter(({ path }) => SHIPPED.test(path)).map((entry) => [entry.ref, entry]),
  );
  const dependsOn = new Map(bom.dependencies.map((each) => [each.ref, each.dependsOn]));
  const shipped = new Set(manifests.keys());
  // A set that grows while it is read: what is added is visited, too.
  for (const ref of shipped) {
    const manifest = manifests.get(ref);
    const names = manifest && [
      ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
      ...(manifest.path === BUNDLED ? bundled : []),
    ];
    for (const each of dependsOn.get(ref) ?? []) {
      const isNamed = names?.includes(each.slice(0, each.lastIndexOf("@"))) ?? true;
      if (isNamed && mayShip.has(each)) shipped.add(each);
    }
  }
  // Without their dependencies, most of which take part in the build alone.
  for (const { path, ref } of entries)
    if (IN_DOCUMENTATION.includes(path.replace(/^node_modules\//, ""))) shipped.add(ref);
  return shipped;
}

function describe(component: Component): Component {
  const { externalReferences: _, properties = [], ...rest } = component;
  return {
    ...rest,
    name: component["bom-ref"].slice(0, -(component.version.length + 1)),
    properties: properties.filter(({ name }) => name !== "cdx:npm:package:path"),
  };
}
