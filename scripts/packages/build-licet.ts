import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readPackages } from "../builds/ensure-built.ts";
import { CONSOLE, ensureConsoleBuilt } from "../console/ensure-console-built.ts";
import { DOCS, ensureDocsBuilt } from "../docs/ensure-docs-built.ts";
import { root } from "../testing/root.ts";
import type { BuiltPackage } from "./build-package.ts";
import { bundleServer } from "./bundle-server.ts";
import { findPackageFolders } from "./bundled-packages.ts";
import { readAddresses } from "./package-addresses.ts";
import { LICENCES_FILE, publishedServerManifest, type ServerManifest } from "./published-manifest.ts";
import { describeLicences } from "./third-party-licences.ts";
import { withoutRelativeLinks } from "./without-relative-links.ts";

/** What the guides refer to: how to deploy, and the examples for readers without the repository. */
const GUIDED = [
  "deploy/**/*.{yaml,sh,cfg,json,mjs,service,sysusers,conf}",
  "deploy/container/{Containerfile,.containerignore,.dockerignore}",
  "examples/*.yaml",
  "examples/move/**/*.{json,ndjson,yaml}",
];
/** What somebody wrote who deploys from this clone. */
const SECRETS = ["deploy/compose/secrets/**", "deploy/kubernetes/secret.yaml"];

/**
 * Builds the package `licet`: the server with all of its dependencies, the console, the documentation and the files that
 * it refers to, in one folder.
 */
export async function buildLicet({ source, target }: BuiltPackage): Promise<void> {
  await ensureConsoleBuilt();
  await ensureDocsBuilt();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const modules = await bundleServer(target);

  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as ServerManifest;
  const addresses = readAddresses(root, relative(root, source));
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify(publishedServerManifest(manifest, addresses), null, 2)}\n`,
  );
  const packages = new Set([...findPackageFolders(modules), ...readPackages(CONSOLE), ...readPackages(DOCS)]);
  writeFileSync(join(target, LICENCES_FILE), describeLicences([...packages]));
  const readme = readFileSync(join(source, "README.md"), "utf8");
  writeFileSync(join(target, "README.md"), withoutRelativeLinks(readme));
  for (const path of ["LICENSE", ...globSync(GUIDED, { cwd: root, exclude: SECRETS })]) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(root, path), join(target, path));
  }
}
