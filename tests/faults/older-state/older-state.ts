import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { introspect, issueToken } from "../../security/issue-token.ts";
import { bearer } from "../../support/api-client.ts";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { runCommandProcess } from "../../support/licet-command.ts";
import { type LicetProcess, spawnLicet } from "../../support/spawn-licet.ts";
import { postForm, UNLIMITED } from "../../support/start-licet.ts";
import type { Measurement } from "../fault-experiment.ts";
import { copyState } from "./older-states.ts";

const ADMIN = { client_id: "admin", client_secret: "secret-of-the-experiment-with-older-states" };
const STATE = `
applications:
  - { client_id: ${ADMIN.client_id}, client_secret: ${ADMIN.client_secret}, name: The administrator, type: service }
assignments: [{ principal: application:${ADMIN.client_id}, role: licet-administrator }]
`;
/** PostgreSQL is read every second, and the time that this server has stored every 10 s. */
const ENDED_WITHIN_MILLISECONDS = 30_000;

export interface OlderStateOptions {
  readonly engine: TestEngine;
  readonly workers: number;
  /** False: only tokens are revoked after the copy was made, which changes no revision. */
  readonly writesRoles?: boolean;
  /** False: nothing is put back, so that the experiment finds nothing of what it looks for. */
  readonly putsBack?: boolean;
}

/** An older copy of the database is put back under a server at work, by other means than `licet restore`. */
export async function runOlderState(options: OlderStateOptions): Promise<Measurement> {
  const { engine, workers, writesRoles = true, putsBack = true } = options;
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase(engine), ({ drop }) => drop());
  const folder = started.adopt(await mkdtemp(join(tmpdir(), "licet-older-")), (path) =>
    rm(path, { recursive: true }),
  );
  const state = join(folder, "state.yaml");
  await writeFile(state, STATE);
  const licet = started.adopt(
    await spawnLicet({
      databaseUrl: database.url,
      workers,
      arguments: ["--apply", state],
      environment: Object.fromEntries(
        Object.entries(UNLIMITED).map(([name, value]) => [`LICET_${name.toUpperCase()}`, value]),
      ),
    }),
    ({ child }) => void child.kill("SIGKILL"),
  );
  const token = await issueToken(licet, ADMIN, "licet:roles.write");
  const older = await copyState(engine, database.url);
  const backup = join(folder, "backup.tar");
  await licetCommand(database, ["backup", backup]);
  const writeRole = async (name: string): Promise<number | undefined> => {
    const answer = await fetch(`${licet.url}/api/v1/roles`, {
      method: "POST",
      headers: { ...bearer(token), "content-type": "application/json" },
      body: JSON.stringify({ name, grants: [] }),
    }).catch(() => undefined);
    return answer?.status;
  };

  const violations: string[] = [];
  const revoked = await issueToken(licet, ADMIN, "licet:roles.read");
  await postForm(`${licet.url}/oidc/revoke`, { token: revoked, ...ADMIN });
  // Without a change, only the time that the server stores every 10 s tells the states apart.
  if (!writesRoles) await delay(TIME_STORED_AFTER_MILLISECONDS);
  const roles = writesRoles ? 20 : 0;
  for (let role = 0; role < roles; role += 1)
    if ((await writeRole(`before-${role}`)) !== 201) violations.push("a write before was refused");

  if (putsBack) await older.putBack();
  const acknowledged = await writeUntilEnd(licet, writesRoles ? writeRole : () => delay(100));
  if (licet.child.exitCode === null) violations.push("the server goes on");
  else if (licet.child.exitCode !== 1) violations.push(`exit code ${licet.child.exitCode}`);
  if (!/"level":"fatal".*(overwritten|went back|older state).* restore/.test(licet.output()))
    violations.push("no fatal line says what happened and what to do");
  if (acknowledged > 0) violations.push(`${acknowledged} writes acknowledged on the older state`);
  violations.push(...(await findStartViolations(database.url, workers)));
  if (engine === "sqlite" && putsBack) {
    await licetCommand(database, ["restore", backup, "--force", "--end-access-tokens"]);
    const restored = await spawnLicet({ databaseUrl: database.url, workers });
    const { body } = await introspect(restored, revoked, ADMIN);
    if (body.active !== false) violations.push("after a restore, a revoked token is active");
    await restored.stop();
  }
  return {
    load: `${roles} acknowledged roles and 1 revoked token after the copy, ${workers} ${workers === 1 ? "worker" : "workers"}`,
    faults: engine === "sqlite" ? "`cp old.db licet.db`" : "the rows of the copy put back in one transaction",
    figure: `exit code ${licet.child.exitCode}, ${acknowledged} writes acknowledged afterwards`,
    bar: "the server ends with exit code 1 and a sentence, nothing acknowledged on the older state 2 s later; on SQLite no start before a restore",
    violations,
  };
}

/** A node of PostgreSQL is current for as long after it has read the database. */
const NOTICED_WITHIN_MILLISECONDS = 2_000;
const TIME_STORED_AFTER_MILLISECONDS = 12_000;

/** How many writes were acknowledged until the server has ended. */
async function writeUntilEnd(
  { child }: LicetProcess,
  write: (name: string) => Promise<unknown>,
): Promise<number> {
  const ended = child.exitCode === null ? once(child, "exit") : Promise.resolve();
  const limit = AbortSignal.timeout(ENDED_WITHIN_MILLISECONDS);
  const from = performance.now() + NOTICED_WITHIN_MILLISECONDS;
  let acknowledged = 0;
  for (let turn = 0; child.exitCode === null && !limit.aborted; turn += 1) {
    const sentAt = performance.now();
    if ((await write(`after-${turn}`)) === 201 && sentAt > from) acknowledged += 1;
    await delay(50);
  }
  if (child.exitCode === null) child.kill("SIGKILL");
  await ended;
  return acknowledged;
}

async function licetCommand(database: { readonly url: string }, argv: readonly string[]): Promise<void> {
  const { code, stderr } = await runCommandProcess({ url: database.url }, argv);
  if (code !== 0) throw new Error(`licet ${argv.join(" ")} ended with ${code}: ${stderr}`);
}

/** A service manager starts the server again at once. */
async function findStartViolations(databaseUrl: string, workers: number): Promise<readonly string[]> {
  if (!databaseUrl.startsWith("sqlite:")) return [];
  try {
    const next = await spawnLicet({ databaseUrl, workers });
    await next.stop();
    return ["the next start serves the older state"];
  } catch (error) {
    const { message } = error as Error;
    return /ended with 1: .*licet\.db\.overwritten: .* restore/s.test(message) ? [] : [message];
  }
}
