/** Licet as it would be without the comparison: it believes the clock of its machine. For the controls. */

import { systemClock } from "@licet/engine/internal/values/time.ts";
import { runCommandLine } from "../../../packages/server/src/cli/run.ts";

process.exitCode = await runCommandLine(
  {
    argv: process.argv.slice(2),
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
  },
  systemClock,
);
