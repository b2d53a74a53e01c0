import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { mustRun } from "../support/run-program.ts";

/** SQLite gives its files to the owner of the database, and does so as root only; the unit runs as another user. */
const AS_ROOT_ONLY = ["fchown"];
const RUN_SECONDS = 12;

/** Runs a server under strace, and returns the system calls that it makes and the unit does not allow. */
export async function findRefusedCalls(
  unit: string,
  server: { readonly node: string; readonly licet: string; readonly folder: string },
): Promise<{ readonly made: number; readonly refused: readonly string[] }> {
  const summary = join(server.folder, "system-calls");
  const { stdout } = await mustRun(
    "timeout",
    [
      ...["--preserve-status", "--signal=TERM", `${RUN_SECONDS}`, "strace", "-f", "-c", "-o", summary],
      ...[server.node, server.licet, "serve", "--data-dir", join(server.folder, "data")],
      ...["--port", `${await freePort()}`],
    ],
    { cwd: server.folder },
  );
  assert.match(stdout, /Address\s+http/, "the server did not start within the time of this check");
  const made = readFileSync(summary, "utf8")
    .split("\n")
    .filter((line) => /^\s*\d/.test(line))
    .map((line) => line.trim().split(/\s+/).at(-1) ?? "")
    .filter((name) => name !== "total");
  const allowed = await readFilter(unit);
  return {
    made: made.length,
    refused: made.filter((name) => !allowed.has(name) && !AS_ROOT_ONLY.includes(name)),
  };
}

/** The lines of the unit in their order: what they allow, and what they take away again (`~`). */
async function readFilter(unit: string): Promise<ReadonlySet<string>> {
  const allowed = await expandSet("@default");
  for (const [, isTaken, names = ""] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const name of names.split(" "))
      for (const call of await expandSet(name)) {
        if (isTaken) allowed.delete(call);
        else allowed.add(call);
      }
  return allowed;
}

/** `@system-service`: the system calls of a set, and of the sets in it. */
async function expandSet(name: string): Promise<Set<string>> {
  if (!name.startsWith("@")) return new Set([name]);
  const { stdout } = await mustRun("systemd-analyze", ["syscall-filter", name]);
  const [, ...lines] = stdout.split("\n").map((line) => line.trim());
  const calls = new Set<string>();
  for (const line of lines.filter((each) => each !== "" && !each.startsWith("#")))
    for (const call of await expandSet(line)) calls.add(call);
  return calls;
}
