import { fork, type SendHandle } from "node:child_process";
import { runCommandLine } from "./cli/run.ts";
import { ACCEPTED_EACH_TURN } from "./http/connection/accept-connections.ts";
import type { ToWorker } from "./workers/messages.ts";
import type { ParentChannel } from "./workers/parent-link.ts";

/** What `licet` alone does: the same as `npm start` in a clone. */
const ALONE = ["serve", "--demo"];

/** Set by the parent of this process. It is no setting, so it means nothing in a process without a channel. */
const WORKER = "LICET_WORKER";
const { [WORKER]: isWorker, ...settingsOfWorker } = process.env;

/** What a worker inherits behind the standard streams and the channel: the listening socket, several times. */
const STREAMS = ["inherit", "inherit", "inherit", "ipc"] as const;
const LISTENING = Array.from({ length: ACCEPTED_EACH_TURN }, (_, index) => STREAMS.length + index);

function findParent(): ParentChannel | undefined {
  if (isWorker === undefined || !process.connected) return undefined;
  // The parent decides. A terminal and systemd send these signals to all processes of a group.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  return {
    // A message to a parent that has ended: this process is told of its end as well.
    send: (message, socket) =>
      void (process.connected && process.send?.(message, socket as SendHandle | undefined, {}, () => {})),
    onMessage: (listener) => void process.on("message", (message) => listener(message as ToWorker)),
    onDisconnect: (listener) => {
      process.once("disconnect", listener);
      // The parent has ended while the modules of this process were loaded.
      if (!process.connected) listener();
    },
    listening: LISTENING,
    disconnect: () => {
      if (process.connected) process.disconnect?.();
    },
  };
}

/** Only this module accesses argv, the environment, standard streams, signals and exit codes of the process. */
const parent = findParent();
process.exitCode = await runCommandLine({
  argv: process.argv.length > 2 ? process.argv.slice(2) : ALONE,
  env: parent ? settingsOfWorker : process.env,
  cwd: process.cwd(),
  pid: process.pid,
  program: { node: process.execPath, script: process.argv[1] ?? "" },
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  onStop: (listener) => {
    if (parent) return;
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, listener);
  },
  // Without the handlers of the end of a process: SQLite would write its `-wal` into a file that is not ours.
  endNow: (exitCode) => process.exit(exitCode),
  processes: {
    forkWorker: (descriptor) =>
      fork(process.argv[1] ?? "", process.argv.slice(2), {
        env: { ...process.env, [WORKER]: "true" },
        stdio: [...STREAMS, ...LISTENING.map(() => descriptor)],
      }),
    onReload: (listener) => void process.on("SIGHUP", listener),
  },
  parent,
});
