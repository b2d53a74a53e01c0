import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { npmCommand } from "../../../scripts/install/npm-command.mjs";
import { root } from "../../../scripts/testing/root.ts";

const run = promisify(execFile);

/** The version before this one, built from its commit. */
export interface PreviousVersion {
  /** "v0.1.0" or "commit 9bf3f9e3" */
  readonly name: string;
  /** The script that runs its command line. */
  readonly main: string;
}

/** The commit of the newest release before this commit, or the given one while there is no release. */
export async function findPreviousCommit(repository: string, firstBaseline: string) {
  const git = async (...args: string[]) => (await run("git", args, { cwd: repository })).stdout.trim();
  await git("rev-parse", "HEAD").catch((error: Error) => {
    throw new Error(
      `the version before is built from the history of git, and ${repository} has none: clone the repository (${error.message.trim()})`,
    );
  });
  const atHead = new Set((await git("tag", "--points-at", "HEAD")).split("\n"));
  const tags = (await git("tag", "--merged", "HEAD", "--sort=-version:refname", "--list", "v*")).split("\n");
  const tag = tags.find((name) => /^v\d+\.\d+\.\d+$/.test(name) && !atHead.has(name));
  const wanted = tag ?? firstBaseline;
  const commit = await git("rev-parse", "--verify", "--quiet", `${wanted}^{commit}`).catch(() => undefined);
  if (commit === undefined)
    throw new Error(
      `the version before (${wanted}) is not in this clone, which may be shallow. Fetch the history and the tags with git fetch --unshallow --tags, and try again`,
    );
  return { commit, name: tag ?? `commit ${commit.slice(0, 8)}` };
}

/**
 * Builds it once, in `.cache/versions`. It gets what running needs and is run by the Node that runs this: the test is
 * about the versions of Licet.
 */
export async function buildPreviousVersion(firstBaseline: string): Promise<PreviousVersion> {
  const { commit, name } = await findPreviousCommit(root, firstBaseline);
  const folder = join(root, ".cache/versions", commit);
  const main = join(folder, "packages/server/bin/licet.mjs");
  if (existsSync(join(folder, ".built"))) return { name, main };
  console.log(`building ${name} in ${folder} (once, about half a minute)`);
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    await extract(commit, unfinished);
    await install(unfinished);
    writeFileSync(join(unfinished, ".built"), `${commit}\n`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return { name, main };
}

async function extract(commit: string, folder: string): Promise<void> {
  const archive = spawn("git", ["archive", "--format=tar", commit], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "inherit", "inherit"] });
  archive.stdout.pipe(tar.stdin);
  const [[archived], [extracted]] = await Promise.all([once(archive, "exit"), once(tar, "exit")]);
  if (archived !== 0 || extracted !== 0) throw new Error(`the commit ${commit} could not be extracted`);
}

async function install(folder: string): Promise<void> {
  const [command, ...before] = npmCommand();
  const args = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run(command, [...before, ...args], { cwd: folder, maxBuffer: 10_000_000 }).catch((error) => {
    throw new Error(`the packages of the version before could not be installed: ${error.stderr ?? error}`);
  });
}
