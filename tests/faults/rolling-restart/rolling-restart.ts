import type { FaultExperiment, Measurement } from "../fault-experiment.ts";
import { startClientLoad } from "../ledger/client-load.ts";
import { createLicetClient } from "../ledger/licet-client.ts";
import { signInClients } from "../ledger/served-licet.ts";
import { startBalancedNodes } from "../support/balanced-nodes.ts";
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
  await using server = await startBalancedNodes();
  const requests = observeRequests();
  const signedIn = await signInClients(server.url);
  const client = createLicetClient({ url: server.url, ...signedIn, requests, retriesOnce: true });
  const startedAt = performance.now();
  const load = startClientLoad({
    client,
    random,
    callersOfEachKind: CALLERS_OF_EACH_KIND,
    pauseMilliseconds: 30,
  });
  const violations: string[] = [];
  for (let restart = 0; restart < restarts; restart += 1)
    violations.push(...(await server.restart(restart % 2, signal)));
  await load.stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { count, slowest } = requests.summary();
  const retried = requests.summary().byStatus.get(503) ?? 0;
  violations.push(...(await load.verify()), ...requests.violations());
  const { acknowledged, unknown } = load.ledger;
  return {
    load: `2 nodes, ${5 * CALLERS_OF_EACH_KIND} callers, ${count} requests, ${acknowledged} acknowledged writes in ${seconds.toFixed(0)} s`,
    faults: `${restarts} restarts by ${signal}, one node after the other`,
    figure: `${violations.length} violations, ${retried} requests sent again after 503, ${unknown} writes without an answer, slowest answer ${(slowest / 1_000).toFixed(1)} s, slowest restart ${server.slowestRestartSeconds.toFixed(1)} s`,
    bar: "no request lost, 503 at most once, every acknowledged write there, nothing given twice, nothing revoked accepted, answers within 10 s",
    violations,
  };
}
