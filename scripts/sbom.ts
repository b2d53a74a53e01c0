/**
 * `npm run sbom`: writes what a release is made of as CycloneDX, to `dist/licet-VERSION.cdx.json`.
 * `npm run sbom -- FILE`: writes it there. Everything is read from the lock file; nothing is fetched.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeEverything } from "./sbom/describe-everything.ts";
import { keepProduction, type LockFile } from "./sbom/keep-production.ts";
import { root } from "./testing/root.ts";

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as LockFile;
const version = lock.packages[""]?.version;
const file = resolve(process.argv[2] ?? join(root, "dist", `licet-${version}.cdx.json`));
const bom = keepProduction(describeEverything(root), lock);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`);
console.log(`${bom.components.length} components: ${file}`);
