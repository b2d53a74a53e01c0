import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { issueToken } from "../../security/issue-token.ts";
import { bearer } from "../../support/api-client.ts";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { startLicet } from "../../support/start-licet.ts";
import { licetApply } from "../consistency/licet-apply.ts";
import type { Measurement } from "../fault-experiment.ts";

const ADMIN = { client_id: "admin", client_secret: "secret-of-the-experiment-with-a-large-file" };
const STATE = `
applications:
  - { client_id: ${ADMIN.client_id}, client_secret: ${ADMIN.client_secret}, name: The administrator, type: service }
assignments: [{ principal: application:${ADMIN.client_id}, role: licet-administrator }]
`;
const PAUSE_MILLISECONDS = 200;

/** `licet apply` of a large file, beside a server that writes several times a second. */
export async function runApplyBesideWriters(options: {
  readonly engine: TestEngine;
  readonly users: number;
  readonly pauseMilliseconds?: number;
}): Promise<Measurement> {
  const { engine, users, pauseMilliseconds = PAUSE_MILLISECONDS } = options;
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase(engine), ({ drop }) => drop());
  const licet = started.adopt(await startLicet({ state: STATE, database }), ({ stop }) => stop());
  const folder = started.adopt(await mkdtemp(join(tmpdir(), "licet-apply-")), (path) =>
    rm(path, { recursive: true }),
  );
  const token = await issueToken(licet, ADMIN, "licet:roles.write");
  const over = new AbortController();
  const answers: number[] = [];
  const writing = (async () => {
    while (!over.signal.aborted) {
      const response = await fetch(`${licet.url}/api/v1/roles`, {
        method: "POST",
        headers: { ...bearer(token), "content-type": "application/json" },
        body: JSON.stringify({ name: `role-${answers.length}`, grants: [] }),
      });
      answers.push(response.status);
      await delay(pauseMilliseconds);
    }
  })();
  while (answers.length < 3) await delay(10);
  const names = Array.from({ length: users }, (_, index) => `  - { username: user-${index} }`);
  const yaml = ["users:", ...names, ""].join("\n");
  const before = await licet.services.storage.state.revision();
  const startedAt = performance.now();
  const result = await licetApply({ databaseUrl: database.url, folder, fileName: "users.yaml", yaml });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  over.abort();
  await writing;
  const violations: string[] = [];
  const count = (status: number) => answers.filter((each) => each === status).length;
  if ("failure" in result) violations.push(`the file was not applied: ${result.message}`);
  const after = await licet.services.storage.state.revision();
  const [created, refused] = [count(201), count(503)];
  if (created + refused !== answers.length)
    violations.push(`other answers: ${[...new Set(answers)].join(", ")}`);
  const roles = (await licet.services.storage.state.list("role")).filter(({ name }) =>
    name.startsWith("role-"),
  );
  if (roles.length !== created) violations.push(`${created} roles acknowledged, ${roles.length} there`);
  const stored = await licet.services.storage.state.findUsers(["user-0", `user-${users - 1}`]);
  if (stored.length !== 2) violations.push("users of the file are missing");
  return {
    load: `${answers.length} writes, one every ${pauseMilliseconds} ms, ${refused} of them answered with 503`,
    faults: `licet apply with ${users.toLocaleString("en")} users, ${seconds} s`,
    figure: `revision ${before} to ${after}, ${created} roles`,
    bar: "the file is applied, in one commit; every acknowledged write is there",
    violations,
  };
}
