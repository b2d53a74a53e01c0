import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { PATH } from "../support/programs.ts";
import { readChildren } from "../support/read-children.ts";
import { type ProgramResult, runProgram } from "../support/run-program.ts";
import type { Image } from "./build-image.ts";

/** A process in the file system of an image, as an engine starts it with --read-only. */
export interface Container {
  /** Of the process that is number 1 inside, as this system sees it. */
  readonly pid: number;
  readonly output: () => string;
  /** Runs a program inside, as the same user. */
  run(command: readonly string[]): Promise<ProgramResult>;
  /** Sends the stop signal to process 1 alone; resolves with its exit code and the time that it took. */
  stop(): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
  kill(): void;
}

/** The root is mounted read-only; only the volume and /tmp can be written. */
const MOUNTS = `
  mount --make-rprivate /
  mount --bind "$ROOT" "$ROOT"
  mount --bind "$VOLUME" "$ROOT$VOLUME_AT"
  mount -o remount,bind,ro "$ROOT"
  mount -t proc proc "$ROOT/proc"
  mount --rbind /dev "$ROOT/dev"
  mount -t tmpfs -o size=16m,mode=1777 tmpfs "$ROOT/tmp"
  exec "$@"
`;

export async function startContainer(
  image: Image,
  options: {
    readonly volume: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly command?: readonly string[];
  },
): Promise<Container> {
  const { root, entrypoint, volumes, stopSignal } = image;
  const [volumeAt = ""] = volumes;
  const inside = asUser(image, { ...image.environment, ...options.environment });
  const command = [...inside, ...entrypoint, ...(options.command ?? image.command)];
  const child = spawn(
    "unshare",
    [
      ...["--mount", "--pid", "--ipc", "--fork", "--kill-child"],
      ...["sh", "-e", "-c", MOUNTS, "sh", "chroot", root, ...command],
    ],
    {
      env: { PATH, ROOT: root, VOLUME: options.volume, VOLUME_AT: volumeAt },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const ended = once(child, "exit");
  const pid = await findFirstProcess(child, () => output);
  return {
    pid,
    output: () => output,
    run: (program) =>
      runProgram("nsenter", [
        `--target=${pid}`,
        "--mount",
        "--pid",
        "--ipc",
        "--root",
        ...inside,
        ...program,
      ]),
    async stop() {
      const startedAt = performance.now();
      process.kill(pid, stopSignal);
      const [code] = await ended;
      return { code, milliseconds: performance.now() - startedAt };
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Without any capability, and without a way to get one: cap_drop and no-new-privileges of an engine. */
const asUser = (
  { user, workdir }: Image,
  environment: Readonly<Record<string, string>>,
): readonly string[] => [
  "/usr/bin/setpriv",
  ...[`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--no-new-privs"],
  ...["--inh-caps=-all", "--bounding-set=-all"],
  ...["/usr/bin/env", "-i", `--chdir=${workdir}`],
  ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
];

/** The child of `unshare`, which is process 1 in its namespace. */
async function findFirstProcess(child: ChildProcess, output: () => string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the container ended with ${child.exitCode}: ${output()}`);
    const [first] = readChildren(child.pid ?? 0);
    if (first !== undefined) return first;
    await sleep(20);
  }
  throw new Error(`no process was started: ${output()}`);
}
