import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { createAssertionSigner } from "../../security/client-authentication/assertion-signer.ts";
import { createPostgresDatabase } from "../../support/databases.ts";
import { MAIN } from "../../support/spawn-licet.ts";
import type { FaultExperiment, Measurement } from "../fault-experiment.ts";
import { startFullLoad } from "../full-load/full-load.ts";
import { registerSigner } from "../full-load/one-time-assertions.ts";
import { createLicetNode, type LicetNode } from "../ledger/served-licet.ts";
import { createBalancer } from "../support/balancer.ts";
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
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createPostgresDatabase(), ({ drop }) => drop());
  let baseUrl = "";
  const isNew = [false, false];
  const createNode = (index: number) =>
    createLicetNode({
      databaseUrl: database.url,
      baseUrl: () => baseUrl,
      main: () => (isNew[index] ? MAIN : previous.main),
      applications: registerSigner(signer),
    });
  const nodes = [await createNode(0), await createNode(1)] as const;
  const balancer = started.adopt(await createBalancer(nodes.map(({ url }) => url)), ({ close }) => close());
  baseUrl = balancer.url;
  for (const node of nodes) {
    started.defer(() => node.kill());
    await node.start();
    await balancer.untilReady(node.url);
  }
  const before = await countMigrations(database.url);

  const load = await startFullLoad({ url: balancer.url, random, signer });
  const violations: string[] = [];
  let slowestRestart = 0;
  let repeatedStarts = 0;
  for (let restart = 0; restart < restarts; restart += 1) {
    const index = restart % 2;
    const node = nodes[index] as LicetNode;
    const stoppedAt = performance.now();
    violations.push(...(await end(node, signal)));
    isNew[index] = !isNew[index];
    repeatedStarts += await startAsSupervised(node);
    await balancer.untilReady(node.url);
    slowestRestart = Math.max(slowestRestart, performance.now() - stoppedAt);
    console.log(
      `restart ${restart + 1} of ${restarts}: node ${index + 1} runs ${isNew[index] ? "this version" : previous.name}`,
    );
  }
  violations.push(...(await load.finish()), ...(await compareRevisions(nodes, database.url)));
  const ran = (await countMigrations(database.url)) - before;
  const { load: described, slowestSeconds } = load.describe();
  return {
    load: `2 nodes, ${described}`,
    faults: `${restarts} restarts by ${signal}, each with the other version (${previous.name} and this one), ${ran} migrations meanwhile`,
    figure: `${violations.length} violations, slowest answer ${slowestSeconds.toFixed(1)} s, slowest restart ${(slowestRestart / 1_000).toFixed(1)} s, ${repeatedStarts} starts repeated because PostgreSQL did not answer in time`,
    bar: "no failed request, no code, refresh token or assertion accepted twice, every acknowledged write there, nothing revoked accepted, one set of keys, checks current within 3 s",
    violations,
  };
}

const STARTS = 3;

/**
 * A start that ends with 3, because the database did not answer in time, is repeated, as systemd and Kubernetes do. The
 * other node serves meanwhile. Resolves with the number of starts that failed.
 */
async function startAsSupervised(node: LicetNode): Promise<number> {
  for (let failed = 0; ; failed += 1) {
    try {
      await node.start();
      return failed;
    } catch (error) {
      if (failed + 1 === STARTS || !/^licet ended with 3:/.test((error as Error).message)) throw error;
    }
  }
}

async function end(node: LicetNode, signal: "SIGTERM" | "SIGKILL"): Promise<readonly string[]> {
  if (signal === "SIGKILL") {
    await node.kill();
    return [];
  }
  const code = await node.stop();
  return code === 0 ? [] : [`a node ended with ${code}: ${node.output().slice(-500)}`];
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
