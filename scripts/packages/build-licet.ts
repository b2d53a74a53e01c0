import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPackages } from "../builds/ensure-built.ts";
import { CONSOLE, ensureConsoleBuilt } from "../console/ensure-console-built.ts";
import { DOCS, ensureDocsBuilt } from "../docs/ensure-docs-built.ts";
import { root } from "../testing/root.ts";
import type { BuiltPackage } from "./build-package.ts";
import { bundleServer } from "./bundle-server.ts";
import { findPackageFolders } from "./bundled-packages.ts";
import { LICENCES_FILE, publishedServerManifest, type ServerManifest } from "./published-manifest.ts";
import { describeLicences } from "./third-party-licences.ts";
import { withoutRelativeLinks } from "./without-relative-links.ts";

/** Builds the package `licet`: the server with all of its dependencies, the console and the documentation, in one folder. */
export async function buildLicet({ source, target }: BuiltPackage): Promise<void> {
  await ensureConsoleBuilt();
  await ensureDocsBuilt();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const modules = await bundleServer(target);

  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as ServerManifest;
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify(publishedServerManifest(manifest), null, 2)}\n`,
  );
  const packages = new Set([...findPackageFolders(modules), ...readPackages(CONSOLE), ...readPackages(DOCS)]);
  writeFileSync(join(target, LICENCES_FILE), describeLicences([...packages]));
  const readme = readFileSync(join(source, "README.md"), "utf8");
  writeFileSync(join(target, "README.md"), withoutRelativeLinks(readme));
  copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
}
