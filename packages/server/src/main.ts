import { runCommandLine } from "./cli/run.ts";

/** What `licet` alone does: the same as `npm start` in a clone. */
const ALONE = ["serve", "--demo"];

/** Only this module accesses argv, the environment, standard streams, signals and exit codes of the process. */
process.exitCode = await runCommandLine({
  argv: process.argv.length > 2 ? process.argv.slice(2) : ALONE,
  env: process.env,
  cwd: process.cwd(),
  pid: process.pid,
  program: { node: process.execPath, script: process.argv[1] ?? "" },
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  onStop: (listener) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, listener);
  },
});
