import { createPostgresDatabase } from "../../support/databases.ts";
import type { FaultExperiment, Measurement } from "../fault-experiment.ts";
import { startClientLoad } from "../ledger/client-load.ts";
import { createLicetClient } from "../ledger/licet-client.ts";
import { createLicetNode, type LicetNode, signInClients } from "../ledger/served-licet.ts";
import { createBalancer } from "../support/balancer.ts";
import { observeRequests } from "../support/observed-requests.ts";
import type { Random } from "../support/random.ts";

interface RollingRestartOptions {
  readonly random: Random;
  readonly restarts: number;
  /** SIGTERM, or SIGKILL for the control. */
  readonly signal: "SIGTERM" | "SIGKILL";
}

const CALLERS_OF_EACH_KIND = 2;
const MOST_RESTARTS = 20;
const RESTARTS_OF_CONTROL = 2;

/**
 * `npm test` has no short form of it, because each start of a server takes its time. It runs the tests of the balancer
 * and of the ledger, and tests/flows/drain.test.ts stops one node under load.
 */
export const rollingRestart: FaultExperiment = {
  name: "rolling-restart",
  title: "Two nodes behind a balancer, restarted in turn, PostgreSQL",
  run: ({ random, rounds }) =>
    runRollingRestart({ random, restarts: Math.min(rounds, MOST_RESTARTS), signal: "SIGTERM" }),
  control: ({ random }) => runRollingRestart({ random, restarts: RESTARTS_OF_CONTROL, signal: "SIGKILL" }),
};

/** Two nodes on one PostgreSQL behind a balancer, restarted in turn while clients use all that is stored. */
async function runRollingRestart(options: RollingRestartOptions): Promise<Measurement> {
  const { random, restarts, signal } = options;
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createPostgresDatabase(), ({ drop }) => drop());
  let baseUrl = "";
  const createNode = () => createLicetNode({ databaseUrl: database.url, baseUrl: () => baseUrl });
  const nodes = [await createNode(), await createNode()] as const;
  const balancer = started.adopt(await createBalancer(nodes.map(({ url }) => url)), ({ close }) => close());
  baseUrl = balancer.url;
  for (const node of nodes) {
    started.defer(() => node.kill());
    await node.start();
    await balancer.untilReady(node.url);
  }

  const requests = observeRequests();
  const signedIn = await signInClients(balancer.url);
  const client = createLicetClient({ url: balancer.url, ...signedIn, requests, retriesOnce: true });
  const startedAt = performance.now();
  const load = startClientLoad({
    client,
    random,
    callersOfEachKind: CALLERS_OF_EACH_KIND,
    pauseMilliseconds: 30,
  });
  const violations: string[] = [];
  let slowestRestart = 0;
  for (let restart = 0; restart < restarts; restart += 1) {
    const node = nodes[restart % 2] as LicetNode;
    const stoppedAt = performance.now();
    if (signal === "SIGKILL") await node.kill();
    else {
      const code = await node.stop();
      if (code !== 0) violations.push(`a node ended with ${code}: ${node.output().slice(-500)}`);
    }
    await node.start();
    await balancer.untilReady(node.url);
    slowestRestart = Math.max(slowestRestart, performance.now() - stoppedAt);
  }
  await load.stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { count, slowest } = requests.summary();
  const retried = requests.summary().byStatus.get(503) ?? 0;
  violations.push(...(await load.verify()), ...requests.violations());
  const { acknowledged, unknown } = load.ledger;
  return {
    load: `2 nodes, ${5 * CALLERS_OF_EACH_KIND} callers, ${count} requests, ${acknowledged} acknowledged writes in ${seconds.toFixed(0)} s`,
    faults: `${restarts} restarts by ${signal}, one node after the other`,
    figure: `${violations.length} violations, ${retried} requests sent again after 503, ${unknown} writes without an answer, slowest answer ${(slowest / 1_000).toFixed(1)} s, slowest restart ${(slowestRestart / 1_000).toFixed(1)} s`,
    bar: "no request lost, 503 at most once, every acknowledged write there, nothing given twice, nothing revoked accepted, answers within 10 s",
    violations,
  };
}
