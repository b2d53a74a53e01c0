import { join } from "node:path";
import { root } from "../testing/root.ts";
import { buildLicet } from "./build-licet.ts";
import { type BuiltPackage, buildPackage } from "./build-package.ts";

export interface BuiltLibraries {
  readonly engine: BuiltPackage;
  readonly sdk: BuiltPackage;
}

type TargetOf = (name: string) => string;

const sourceOf = (name: string) => join(root, "packages", name);
const inDist: TargetOf = (name) => join(sourceOf(name), "dist");

/** Builds the libraries that others install, each in `packages/NAME/dist` unless told otherwise. */
export async function buildLibraries(targetOf = inDist): Promise<BuiltLibraries> {
  const engine = { source: sourceOf("engine"), target: targetOf("engine") };
  const sdk = { source: sourceOf("sdk"), target: targetOf("sdk") };
  // The SDK is compiled against the types that the engine exports when it is installed.
  await buildPackage(engine);
  await buildPackage(sdk, engine);
  return { engine, sdk };
}

/** Builds the server that others install, in `packages/server/dist` unless told otherwise. */
export async function buildServer(targetOf = inDist): Promise<BuiltPackage> {
  const licet = { source: sourceOf("server"), target: targetOf("server") };
  await buildLicet(licet);
  return licet;
}
