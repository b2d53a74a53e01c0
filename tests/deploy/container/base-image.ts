import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/testing/root.ts";
import { mustRun, runProgram } from "../support/run-program.ts";

const CACHE = join(root, ".cache/licet-deploy");

/** The file system of a base image, as far as the steps need it: Debian by debootstrap, and the Node of npm's package. */
export async function createBase(
  image: string,
  to: string,
  { tools, report }: { readonly tools: string; readonly report: (line: string) => void },
): Promise<void> {
  const [, node, release] = /^docker\.io\/library\/(?:node:(\d+)-|debian:)(\w+)-slim$/.exec(image) ?? [];
  if (release === undefined) throw new Error(`this check does not know the base image ${image}`);
  await mustRun("cp", ["--archive", "--reflink=auto", await ensureDebian(release, report), to]);
  if (node !== undefined) putNode(tools, node, to);
}

/** Once per release: it fetches about 40 packages, and takes one or two minutes. */
async function ensureDebian(release: string, report: (line: string) => void): Promise<string> {
  const folder = join(CACHE, `${release}-${process.arch}`);
  if (existsSync(folder)) return folder;
  report(`debootstrap fetches Debian ${release} (once, one or two minutes)`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const mirror = await findMirror();
  await mustRun("debootstrap", ["--variant=minbase", release, unfinished, ...mirror]);
  renameSync(unfinished, folder);
  return folder;
}

/** The mirror of this system, which is reachable; debootstrap's own where apt names none. */
async function findMirror(): Promise<readonly string[]> {
  const { stdout } = await runProgram("apt-get", ["indextargets", "--format", "$(REPO_URI)"]);
  const mirror = stdout.split("\n").find((uri) => /\/debian\/?$/.test(uri));
  return mirror === undefined ? [] : [mirror];
}

/** As the official image has them: /usr/local/bin/node, and npm below /usr/local/lib. */
function putNode(tools: string, major: string, to: string): void {
  const bundle = join(tools, `node-linux-${process.arch}`);
  const { version } = JSON.parse(readFileSync(join(bundle, "package.json"), "utf8"));
  if (!version.startsWith(`${major}.`))
    throw new Error(`the base image has Node ${major}, and tests/deploy/package.json has ${version}`);
  const local = join(to, "usr/local");
  cpSync(join(bundle, "bin/node"), join(local, "bin/node"));
  cpSync(join(tools, "npm"), join(local, "lib/node_modules/npm"), { recursive: true, dereference: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
}
