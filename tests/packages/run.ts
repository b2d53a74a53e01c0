/**
 * `npm run test:packages`: the packed `licet` and SDK on Node 24, the oldest supported and the LTS, and on the pinned
 * Node. `npm run test:packages -- NODE …` tries these programs instead. `npm test` tries the pinned Node alone.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join, resolve } from "node:path";
import { ensureChromium } from "../../scripts/testing/ensure-chromium.ts";
import { ensurePackageNodes } from "../../scripts/testing/ensure-tools.ts";
import { root } from "../../scripts/testing/root.ts";
import { findInstalledNodes, NODES_VARIABLE, readNodeVersion } from "./support/nodes.ts";

const given = process.argv.slice(2).map((path) => resolve(path));
await ensureChromium(new AbortController().signal);
const nodes =
  given.length > 0 ? given : [...findInstalledNodes(await ensurePackageNodes()), process.execPath];
console.log(`The packed licet on ${nodes.map((path) => `Node ${readNodeVersion(path)}`).join(", ")}`);
const child = spawn(process.execPath, ["--test", join(root, "tests/packages/licet.test.ts")], {
  env: { ...process.env, [NODES_VARIABLE]: nodes.join(delimiter) },
  stdio: "inherit",
});
const [code] = await once(child, "exit");
process.exitCode = code ?? 1;
