import { existsSync } from "node:fs";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const PERIOD_MICROSECONDS = 100_000;

/** The folder of control groups for processor time, of the first or the second version (cgroups(7)). */
const GROUPS = existsSync("/sys/fs/cgroup/cpu")
  ? { root: "/sys/fs/cgroup/cpu", isSecond: false }
  : { root: "/sys/fs/cgroup", isSecond: true };

/**
 * Lets processes, and those that they start, have this share of one core together. Linux does it by a control group,
 * which only root may create; without one, the experiment fails.
 */
export async function holdToShare(ids: readonly number[], share: number): Promise<AsyncDisposable> {
  const { root, isSecond } = GROUPS;
  const folder = join(root, `licet-starved-${process.pid}-${ids[0]}`);
  const quota = Math.round(share * PERIOD_MICROSECONDS);
  if (isSecond) await writeFile(join(root, "cgroup.subtree_control"), "+cpu");
  await mkdir(folder);
  if (isSecond) await writeFile(join(folder, "cpu.max"), `${quota} ${PERIOD_MICROSECONDS}`);
  else {
    await writeFile(join(folder, "cpu.cfs_period_us"), `${PERIOD_MICROSECONDS}`);
    await writeFile(join(folder, "cpu.cfs_quota_us"), `${quota}`);
  }
  const move = (id: number | string, group: string) =>
    // It may have ended.
    writeFile(join(group, "cgroup.procs"), `${id}`).catch(() => {});
  for (const id of ids) await move(id, folder);
  return {
    async [Symbol.asyncDispose]() {
      const left = (await readFile(join(folder, "cgroup.procs"), "utf8")).split("\n").filter(Boolean);
      for (const id of left) await move(id, root);
      await rmdir(folder);
    },
  };
}
