import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../../../scripts/packages/npm.ts";
import type { Tarball } from "../../../scripts/packages/pack-packages.ts";
import { root } from "../../../scripts/testing/root.ts";

/** All that the packages depend on, at the versions of the lock file. An install that needs more fails. */
const DEPENDENCIES = [
  "jose",
  "@bufbuild/cel",
  "@bufbuild/cel-spec",
  "@bufbuild/protobuf",
  "@bufbuild/re2",
  "@noble/hashes",
];

/** Installs the tarballs into an empty folder, without a registry: dependencies are copied from this repository. */
export async function installOffline(folder: string, tarballs: readonly Tarball[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const dependencies = DEPENDENCIES.map((name) => join(root, "node_modules", name));
  // As copies: npm would otherwise link the folders, and write into them.
  await npm(
    folder,
    "install",
    "--offline",
    "--install-links",
    ...tarballs.map(({ path }) => path),
    ...dependencies,
  );
}
