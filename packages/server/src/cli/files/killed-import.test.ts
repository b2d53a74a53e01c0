import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const USERS = 100;
const ASSIGNMENTS = 8_000;
const LINES = [
  {
    kind: "resource",
    name: "orders",
    identifier: "https://orders.example.test",
    actions: { read: { description: "Read" } },
  },
  ...Array.from({ length: USERS }, (_, n) => ({ kind: "user", username: `user-${n}` })),
  ...Array.from({ length: ASSIGNMENTS }, (_, n) => ({
    kind: "assignment",
    principal: `user:user-${n % USERS}`,
    permission: "orders:read",
    at: `orders/${n}`,
  })),
];
const BEFORE_ASSIGNMENTS = LINES.length - ASSIGNMENTS;

const write = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

function folderFor(t: TestContext) {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  writeFileSync(join(licet.path, "lines.ndjson"), write(LINES));
  const count = (what: string): number => {
    const database = new DatabaseSync(join(licet.path, "data", "licet.db"), { readOnly: true });
    try {
      return Number(database.prepare(`select count(*) as n from ${what}`).get()?.n);
    } finally {
      database.close();
    }
  };
  return { licet, count };
}

/**
 * Imports the lines in a process of its own, and ends that with `kill -9` when some lines are stored. The last lines do
 * not arrive, so it cannot be at its end.
 */
async function importAndKill({ licet, count }: ReturnType<typeof folderFor>): Promise<number> {
  const importing = spawn(process.execPath, [MAIN, "import", "-"], {
    cwd: licet.path,
    env: { PATH: process.env.PATH, LICET_LOG_LEVEL: "warn" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  importing.stdin.on("error", () => {});
  importing.stdin.write(write(LINES.slice(0, -1)));
  const exited = once(importing, "exit");
  const hasSome = () => {
    try {
      return existsSync(join(licet.path, "data", "licet.db")) && count("assignments") > 0;
    } catch {
      return false; // The tables are not there yet.
    }
  };
  await untilKnown(async () => hasSome());
  importing.kill("SIGKILL");
  assert.deepEqual(await exited, [null, "SIGKILL"], "it was not at its end yet");
  return count("assignments");
}

function assertEachOnce(count: (what: string) => number): void {
  assert.equal(count("assignments"), ASSIGNMENTS);
  assert.equal(count("users"), USERS);
  assert.equal(count("audit_events where type = 'assignment.created'"), ASSIGNMENTS);
  assert.equal(count("audit_events where type in ('assignment.updated', 'user.updated')"), 0);
}

test("an import that was killed goes on from the first line that is not stored", async (t) => {
  const folder = folderFor(t);
  const stored = await importAndKill(folder);
  assert.equal((BEFORE_ASSIGNMENTS + stored) % 1_000, 0, "whole sets only");
  const from = BEFORE_ASSIGNMENTS + stored + 1;
  const rest = await folder.licet.run(["import", "lines.ndjson", "--from-line", String(from)]);
  assert.equal(rest.code, 0, rest.stderr);
  assert.match(
    rest.stdout,
    new RegExp(`^${(ASSIGNMENTS - stored).toLocaleString("en-US")} created, 0 updated, 0 unchanged`),
  );
  assertEachOnce(folder.count);
});

test("an import that was killed is repeated from its beginning, and stores each line once", async (t) => {
  const folder = folderFor(t);
  const stored = await importAndKill(folder);
  const { code, stdout, stderr } = await folder.licet.run(["import", "lines.ndjson", "--output", "json"]);
  assert.equal(code, 0, stderr);
  const { created, updated, unchanged } = JSON.parse(stdout);
  assert.deepEqual(
    { created, updated, unchanged },
    { created: ASSIGNMENTS - stored, updated: 0, unchanged: BEFORE_ASSIGNMENTS + stored },
  );
  assertEachOnce(folder.count);
});
