/**
 * `npm run sizes`: builds and packs what others install, and prints how large it is and how fast `licet` starts.
 * `npm run sizes -- NODE …`: the starts on these programs, instead of the Node that Licet pins.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { measureStarts } from "./packages/measure-starts.ts";
import { npm } from "./packages/npm.ts";
import { packLibraries, packServer, type Tarball } from "./packages/pack-packages.ts";
import { root } from "./testing/root.ts";

const nodes =
  process.argv.length > 2 ? process.argv.slice(2).map((path) => resolve(path)) : [process.execPath];
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const say = (text: string) => console.error(text);

mkdirSync(join(root, ".cache"), { recursive: true });
const builds = mkdtempSync(join(root, ".cache/sizes-"));
const install = mkdtempSync(join(tmpdir(), "licet-sizes-"));
try {
  say("Building and packing …");
  const { engine, sdk } = await packLibraries(builds);
  const licet = await packServer(builds);
  for (const each of [licet, engine, sdk]) console.log(describe(each));
  writeFileSync(join(install, "package.json"), '{ "private": true }');
  await npm(install, "install", "--offline", licet.path);
  for (const node of nodes) await printStarts(node);
} finally {
  for (const folder of [builds, install]) rmSync(folder, { recursive: true, force: true });
}

function describe({ name, packedBytes, unpackedBytes, files }: Tarball): string {
  const sizes = `${megabytes(packedBytes).padStart(7)} packed ${megabytes(unpackedBytes).padStart(8)} unpacked`;
  return `${name.padEnd(14)} ${sizes} ${String(files.length).padStart(5)} files`;
}

async function printStarts(node: string): Promise<void> {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim().slice(1);
  const starts = await measureStarts(install, node, say);
  console.log(`\nlicet on Node ${version}, from the start of the process to the first 200 of /readyz:`);
  for (const { name, medianMilliseconds, fastestMilliseconds, memoryBytes } of starts) {
    const memory = memoryBytes === undefined ? "" : `, then ${megabytes(memoryBytes)} of memory`;
    const [median, fastest] = [medianMilliseconds, fastestMilliseconds].map((time) =>
      time.toFixed(0).padStart(5),
    );
    console.log(`  ${name.padEnd(54)} ${median} ms, fastest ${fastest} ms${memory}`);
  }
}
