import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The least that `mkfs.xfs` accepts. */
const SIZE_BYTES = 320 * 2 ** 20;
const run = promisify(execFile);

/** A file system of its own, in a file, that can lose what was not flushed. */
export interface LoopFileSystem extends AsyncDisposable {
  /** Where it is mounted. */
  readonly path: string;
  /** As when the power fails: nothing is flushed, and every access fails from now on. */
  cutPower(): Promise<void>;
  /** Mounts it again, which replays its journal. No process may use it any more. */
  restart(): Promise<void>;
}

/** Needs root, `mkfs.xfs` and `xfs_io` (Debian's xfsprogs), and a kernel with XFS and loop devices. */
export async function mountLoopFileSystem(): Promise<LoopFileSystem> {
  const folder = await mkdtemp(join(tmpdir(), "licet-power-"));
  const image = join(folder, "disk");
  const path = join(folder, "mounted");
  const mount = () => execute("mount", "-o", "loop", "-t", "xfs", image, path);
  const unmount = () => execute("umount", path);
  try {
    await writeFile(image, "");
    await truncate(image, SIZE_BYTES);
    await mkdir(path);
    await execute("mkfs.xfs", "-q", image);
    await mount();
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw new Error("the power cut needs root, xfsprogs, XFS and loop devices", { cause });
  }
  return {
    path,
    // Without -f: also the log of the file system is not flushed.
    cutPower: () => execute("xfs_io", "-x", "-c", "shutdown", path),
    async restart() {
      await unmount();
      await mount();
    },
    async [Symbol.asyncDispose]() {
      await unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `mount` and `mkfs` are often not in the path of a user. */
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
async function execute(program: string, ...words: readonly string[]): Promise<void> {
  await run(program, words, { env: environment });
}
