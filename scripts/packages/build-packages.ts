import { join } from "node:path";
import { root } from "../testing/root.ts";
import { buildLicet } from "./build-licet.ts";
import { type BuiltPackage, buildPackage } from "./build-package.ts";

export interface BuiltPackages {
  readonly engine: BuiltPackage;
  readonly sdk: BuiltPackage;
  readonly licet: BuiltPackage;
}

const sourceOf = (name: string) => join(root, "packages", name);

/** Builds what others install, `@licet/engine`, `@licet/sdk` and `licet`, each in `packages/NAME/dist` unless told otherwise. */
export async function buildPackages(
  targetOf: (name: string) => string = (name) => join(sourceOf(name), "dist"),
): Promise<BuiltPackages> {
  const engine = { source: sourceOf("engine"), target: targetOf("engine") };
  const sdk = { source: sourceOf("sdk"), target: targetOf("sdk") };
  const licet = { source: sourceOf("server"), target: targetOf("server") };
  // The SDK is compiled against the types that the engine exports when it is installed.
  await buildPackage(engine);
  await buildPackage(sdk, engine);
  await buildLicet(licet);
  return { engine, sdk, licet };
}
