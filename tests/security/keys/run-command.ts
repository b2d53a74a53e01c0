import { Readable, Writable } from "node:stream";
import { runCommandLine } from "../../../packages/server/src/cli/run.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { TEST_SECRET } from "../../support/start-licet.ts";

/** Runs `licet …` on a database, on which servers may run, with these environment variables only. */
export async function runCommand(database: TestDatabase, argv: readonly string[], secret = TEST_SECRET) {
  const written = { stdout: "", stderr: "" };
  const record = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk;
        done();
      },
    });
  const code = await runCommandLine({
    argv,
    env: { LICET_DATABASE_URL: database.url, LICET_SECRET: secret, LICET_LOG_LEVEL: "warn" },
    cwd: process.cwd(),
    pid: process.pid,
    stdout: record("stdout"),
    stderr: record("stderr"),
    stdin: Readable.from([""]),
    onStop: () => {},
  });
  return { code, ...written };
}
