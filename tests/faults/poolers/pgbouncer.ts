import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import type { StartPooler } from "../../support/small-pooler.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const DEFAULT_FILE = "/etc/pgbouncer/pgbouncer.ini";
const NOBODY = 65_534;

/** Debian's PgBouncer with its default file. Only addresses, files, passwords and the mode are of the test. */
export const startPgBouncer: StartPooler = async (databaseUrl, mode) => {
  if (!existsSync(PROGRAM) || !existsSync(DEFAULT_FILE))
    throw new Error(
      "this experiment needs PgBouncer, and there is none: apt-get install --no-install-recommends pgbouncer",
    );
  const behind = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "licet-pgbouncer-"));
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const users = join(folder, "users.txt");
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${behind.username}" "${decodeURIComponent(behind.password)}"\n`);
  const own: Readonly<Record<string, string>> = {
    logfile: join(folder, "log"),
    pidfile: join(folder, "pid"),
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_file: users,
    pool_mode: mode,
  };
  writeFileSync(
    file,
    adapt(readFileSync(DEFAULT_FILE, "utf8"), own, `* = host=127.0.0.1 port=${behind.port}`),
  );
  if (user.uid !== undefined) for (const path of [folder, users, file]) chownSync(path, user.uid, user.gid);

  const start = async (): Promise<ChildProcess> => {
    const child = spawn(PROGRAM, ["-q", file], { ...user, cwd: folder, stdio: "ignore" });
    await untilListening(port, child);
    return child;
  };
  let running = await start();
  const end = async () => {
    const ended = once(running, "exit");
    // At once, as when its host dies.
    running.kill("SIGKILL");
    await ended;
    rmSync(join(folder, "pid"), { force: true });
  };
  const url = new URL(behind);
  url.port = String(port);
  return {
    url: url.href,
    async restart() {
      await end();
      await delay(300);
      running = await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Sets lines of the default file, which has a comment for most of them, and the databases. */
function adapt(text: string, own: Readonly<Record<string, string>>, databases: string): string {
  const kept = text
    .split("\n")
    .filter((line) => !Object.keys(own).some((name) => line.startsWith(`${name} =`)));
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`);
  return kept
    .flatMap((line) => {
      if (line.trim() === "[databases]") return [line, databases];
      return line.trim() === "[pgbouncer]" ? [line, ...lines] : [line];
    })
    .join("\n");
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(50);
  }
  throw new Error("PgBouncer does not listen");
}
