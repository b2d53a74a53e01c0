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
/** Within this time a probe is answered while another worker is gone. Only a busy machine takes longer than some ms. */
const PROBE_MILLISECONDS = hasMachineAlone ? 5_000 : 30_000;
const PROBE_EVERY_MILLISECONDS = 50;
const MOST_PROBES = 100;

/** Clients of a server whose workers an experiment ends without warning. */
export interface WorkerLoad extends AsyncDisposable {
  readonly load: ClientLoad;
  /** Requests may be cut from now on, for a moment: the experiment ends a process. */
  allowCuts(): void;
  /** Ends the load, and compares what is stored with what was acknowledged. Everything that is wrong. */
  finish(): Promise<readonly string[]>;
  /** "10 callers, 1200 requests, 400 acknowledged writes in 60 s" */
  describe(): string;
  /** The longest time in which no probe was answered. */
  readonly longestSilenceMilliseconds: number;
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
    get longestSilenceMilliseconds() {
      return prober.longest();
    },
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Asks again and again over a new connection, as a client does that has just lost its own, and measures the longest time
 * without an answer. A probe may itself be with a worker that ends or stands still, so none waits for the one before.
 */
function startProbes(url: string, enabled: boolean, mayBeCut: () => boolean) {
  const requests: ObservedRequests = observeRequests({ mayBeCut, connectsAnew: true });
  const violations: string[] = [];
  const waiting = new Set<Promise<void>>();
  let longest = 0;
  let answeredAt = performance.now();
  const ask = async () => {
    const { status } = await requests.send("probe", `${url}/livez`);
    if (status === undefined) return;
    longest = Math.max(longest, performance.now() - answeredAt);
    answeredAt = performance.now();
    if (status !== 200) violations.push(`a probe: ${status}`);
  };
  const timer = setInterval(() => {
    if (waiting.size >= MOST_PROBES) return;
    const asking = ask().finally(() => waiting.delete(asking));
    waiting.add(asking);
  }, PROBE_EVERY_MILLISECONDS);
  if (!enabled) clearInterval(timer);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(waiting);
    },
    longest: () => longest,
    violations: () => [
      ...violations,
      ...requests.violations(),
      ...(longest > PROBE_MILLISECONDS ? [`no worker answered for ${(longest / 1_000).toFixed(1)} s`] : []),
    ],
  };
}
