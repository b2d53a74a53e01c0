import { setTimeout as sleep } from "node:timers/promises";
import { type ClientLoad, startClientLoad } from "../ledger/client-load.ts";
import { createLicetClient } from "../ledger/licet-client.ts";
import { signInClients } from "../ledger/served-licet.ts";
import { hasMachineAlone } from "../support/machine-alone.ts";
import { type ObservedRequests, observeRequests } from "../support/observed-requests.ts";
import type { Random } from "../support/random.ts";

const CALLERS_OF_EACH_KIND = 2;
const PAUSE_MILLISECONDS = 30;
/** A busy machine tells a client late that its connection is gone. */
const CUT_WITHIN_MILLISECONDS = 3_000;
/** A probe is answered within this time while another worker is gone. Only a busy machine takes longer than some ms. */
const PROBE_MILLISECONDS = hasMachineAlone ? 5_000 : 30_000;
const PROBE_EVERY_MILLISECONDS = 50;

/** Clients of a server whose workers an experiment ends without warning. */
export interface WorkerLoad extends AsyncDisposable {
  readonly load: ClientLoad;
  /** Requests may be cut from now on, for a moment: the experiment ends a process. */
  allowCuts(): void;
  /** Ends the load, and compares what is stored with what was acknowledged. Everything that is wrong. */
  finish(): Promise<readonly string[]>;
  /** "10 callers, 1200 requests, 400 acknowledged writes in 60 s" */
  describe(): string;
  readonly slowestProbeMilliseconds: number;
}

export async function loadWorkers(
  url: string,
  random: Random,
  /** False where the whole server may be away. */
  { probes = true } = {},
): Promise<WorkerLoad> {
  let cutUntil = 0;
  const mayBeCut = () => performance.now() < cutUntil;
  const requests = observeRequests({ mayBeCut });
  const signedIn = await signInClients(url);
  const client = createLicetClient({ url, ...signedIn, requests, retriesOnce: false });
  const startedAt = performance.now();
  const load = startClientLoad({
    client,
    random,
    callersOfEachKind: CALLERS_OF_EACH_KIND,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
  const prober = startProbes(url, probes, mayBeCut);
  let seconds = 0;
  const stop = async () => {
    await Promise.all([load.stop(), prober.stop()]);
  };
  return {
    load,
    allowCuts() {
      cutUntil = performance.now() + CUT_WITHIN_MILLISECONDS;
    },
    async finish() {
      await stop();
      seconds = (performance.now() - startedAt) / 1_000;
      return [...(await load.verify()), ...requests.violations(), ...prober.violations()];
    },
    describe: () =>
      `${5 * CALLERS_OF_EACH_KIND} callers, ${requests.summary().count} requests, ${load.ledger.acknowledged} acknowledged writes in ${seconds.toFixed(0)} s`,
    get slowestProbeMilliseconds() {
      return prober.slowest();
    },
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Asks again and again over a new connection, as a client does that has just lost its own. A probe may itself be on a
 * connection that is cut; then the next one counts, from the same moment.
 */
function startProbes(url: string, enabled: boolean, mayBeCut: () => boolean) {
  const requests: ObservedRequests = observeRequests({ mayBeCut, connectsAnew: true });
  const violations: string[] = [];
  let isOver = !enabled;
  let slowest = 0;
  const running = (async () => {
    let since = performance.now();
    while (!isOver) {
      const { status } = await requests.send("probe", `${url}/livez`);
      if (status !== undefined) {
        slowest = Math.max(slowest, performance.now() - since);
        if (status !== 200) violations.push(`a probe: ${status}`);
      }
      await sleep(PROBE_EVERY_MILLISECONDS);
      if (status !== undefined) since = performance.now();
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
    },
    slowest: () => slowest,
    violations: () => [
      ...violations,
      ...requests.violations(),
      ...(slowest > PROBE_MILLISECONDS ? [`no worker answered for ${(slowest / 1_000).toFixed(1)} s`] : []),
    ],
  };
}
