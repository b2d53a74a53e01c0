import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BuiltPackage } from "./build-package.ts";
import { buildLibraries, buildServer } from "./build-packages.ts";
import { npm } from "./npm.ts";

/** The tarball of a package, and what npm says about it. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** The paths of the files in the package. */
  readonly files: readonly string[];
}

export interface PackedLibraries {
  readonly engine: Tarball;
  readonly sdk: Tarball;
}

/** Builds and packs the libraries. The folder has to be in the repository: the compiler looks for types above it. */
export async function packLibraries(folder: string): Promise<PackedLibraries> {
  const { engine, sdk } = await buildLibraries((name) => join(folder, name));
  return { engine: await pack(folder, engine), sdk: await pack(folder, sdk) };
}

/** Builds and packs the server. */
export async function packServer(folder: string): Promise<Tarball> {
  mkdirSync(folder, { recursive: true });
  return pack(folder, await buildServer((name) => join(folder, name)));
}

async function pack(folder: string, { target }: BuiltPackage): Promise<Tarball> {
  const { stdout } = await npm(folder, "pack", "--json", target);
  // npm 12 names each package; before, there was a list of them.
  const [packed] = Object.values<NpmPack>(JSON.parse(stdout));
  if (packed === undefined) throw new Error(`npm packed nothing of ${target}`);
  return {
    name: packed.name,
    version: packed.version,
    path: join(folder, packed.filename),
    packedBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
    files: packed.files.map(({ path }) => path),
  };
}

interface NpmPack {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
