import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { createAssertionSigner } from "../../security/client-authentication/assertion-signer.ts";
import { MAIN } from "../../support/spawn-licet.ts";
import type { FaultExperiment, Measurement } from "../fault-experiment.ts";
import { startFullLoad } from "../full-load/full-load.ts";
import { registerSigner } from "../full-load/one-time-assertions.ts";
import type { LicetNode } from "../ledger/served-licet.ts";
import { startBalancedNodes } from "../support/balanced-nodes.ts";
import type { Random } from "../support/random.ts";
import { FIRST_BASELINE } from "./first-baseline.ts";
import { buildPreviousVersion } from "./previous-version.ts";

const MOST_RESTARTS = 20;
const RESTARTS_OF_CONTROL = 2;

/** `npm test` has no short form: it builds the version before from the history of git, with packages of the network. */
export const mixedVersions: FaultExperiment = {
  name: "mixed-versions",
  title: "Two nodes that change between this version and the one before, PostgreSQL",
  run: ({ random, rounds }) =>
    runMixedVersions({ random, restarts: Math.min(rounds, MOST_RESTARTS), signal: "SIGTERM" }),
  control: ({ random }) => runMixedVersions({ random, restarts: RESTARTS_OF_CONTROL, signal: "SIGKILL" }),
};

/** Begins with two nodes of the version before. Each restart changes the version of one node: forward, and back again. */
async function runMixedVersions(options: {
  readonly random: Random;
  readonly restarts: number;
  /** SIGTERM, or SIGKILL for the control. */
  readonly signal: "SIGTERM" | "SIGKILL";
}): Promise<Measurement> {
  const { random, restarts, signal } = options;
  const previous = await buildPreviousVersion(FIRST_BASELINE);
  const signer = await createAssertionSigner("ES256");
  const isNew = [false, false];
  await using server = await startBalancedNodes((index) => ({
    main: () => (isNew[index] ? MAIN : previous.main),
    applications: registerSigner(signer),
  }));
  const { databaseUrl, nodes } = server;
  const before = await countMigrations(databaseUrl);

  const load = await startFullLoad({ url: server.url, random, signer });
  const violations: string[] = [];
  for (let restart = 0; restart < restarts; restart += 1) {
    const index = restart % 2;
    const changeVersion = () => {
      isNew[index] = !isNew[index];
    };
    violations.push(...(await server.restart(index, signal, changeVersion)));
    console.log(
      `restart ${restart + 1} of ${restarts}: node ${index + 1} runs ${isNew[index] ? "this version" : previous.name}`,
    );
  }
  violations.push(...(await load.finish()), ...(await compareRevisions(nodes, databaseUrl)));
  const ran = (await countMigrations(databaseUrl)) - before;
  const { load: described, slowestSeconds } = load.describe();
  return {
    load: `2 nodes, ${described}`,
    faults: `${restarts} restarts by ${signal}, each with the other version (${previous.name} and this one), ${ran} migrations meanwhile`,
    figure: `${violations.length} violations, slowest answer ${slowestSeconds.toFixed(1)} s, slowest restart ${server.slowestRestartSeconds.toFixed(1)} s, ${server.repeatedStarts} starts repeated because PostgreSQL did not answer in time`,
    bar: "no failed request, no code, refresh token or assertion accepted twice, every acknowledged write there, nothing revoked accepted, one set of keys, checks current within 3 s",
    violations,
  };
}

/** Both versions have read the change log to its end. */
async function compareRevisions(
  nodes: readonly LicetNode[],
  databaseUrl: string,
): Promise<readonly string[]> {
  const [row] = await runSql(databaseUrl, "select value from revision");
  const violations: string[] = [];
  for (const { url } of nodes) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const [, revision] = /^licet_revision (\d+)$/m.exec(text) ?? [];
    if (Number(revision) !== Number(row?.value))
      violations.push(`a node is at revision ${revision}, and the database at ${row?.value}`);
  }
  return violations;
}

const countMigrations = async (databaseUrl: string): Promise<number> =>
  (await runSql(databaseUrl, "select name from licet_migrations")).length;
