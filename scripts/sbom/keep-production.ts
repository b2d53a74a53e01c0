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
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly name?: string;
        readonly version?: string;
        readonly dev?: boolean;
        readonly devOptional?: boolean;
      }
    >
  >;
}

/** The workspace has the Node runtime as a development dependency; a release contains it nevertheless. */
const RUNTIME = "node";

/**
 * Keeps the components of a release: the dependencies of the packages and the runtime, without those of builds and
 * tests. `npm sbom --omit=dev` would omit packages that tests use as well as the server (jose, pg), so the lock file
 * decides.
 * Names come from the packages, not from local folders, and the result contains no address of a registry or a machine.
 */
export function keepProduction<B extends Bom>(bom: B, lock: LockFile): B {
  const kept = new Set(
    Object.entries(lock.packages)
      .map(([path, entry]) => ({ ...entry, name: entry.name ?? path.replace(/^.*node_modules\//, "") }))
      // A framework that callers of the SDK may bring is not part of a release, though tests install it.
      .filter(({ name, dev, devOptional }) => !(dev || devOptional) || name === RUNTIME)
      .map(({ name, version }) => `${name}@${version}`),
  );
  return {
    ...bom,
    metadata: { ...bom.metadata, component: describe(bom.metadata.component) },
    components: bom.components.filter((component) => kept.has(component["bom-ref"])).map(describe),
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
}

function describe(component: Component): Component {
  const { externalReferences: _, properties = [], ...rest } = component;
  return {
    ...rest,
    name: component["bom-ref"].slice(0, -(component.version.length + 1)),
    properties: properties.filter(({ name }) => name !== "cdx:npm:package:path"),
  };
}
