import { setTimeout as sleep } from "node:timers/promises";
import { type ObservedAnswer, type ObservedRequests, observeRequests } from "../support/observed-requests.ts";
import type { Random } from "../support/random.ts";
import { type ClientLoad, startClientLoad } from "./client-load.ts";
import { createLicetClient } from "./licet-client.ts";
import { createLicetNode, signInClients } from "./served-licet.ts";

/** A `licet serve` with clients that use all that it stores. */
export interface LoadedLicet {
  readonly load: ClientLoad;
  readonly requests: ObservedRequests;
  /** The milliseconds until requests for a token, a check and a write are answered with something else than 503. */
  untilWorking(): Promise<number>;
  /** Ends the load, and compares what is stored with what was acknowledged. Everything that is wrong. */
  finish(): Promise<readonly string[]>;
  /** "10 callers, 1200 requests, 400 acknowledged writes in 60 s" */
  describeLoad(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

const CALLERS_OF_EACH_KIND = 2;
const PAUSE_MILLISECONDS = 30;
/** Far above the bar of every experiment. */
const GIVE_UP_MILLISECONDS = 60_000;

export async function startLoadedLicet(options: {
  readonly databaseUrl: string;
  readonly random: Random;
}): Promise<LoadedLicet> {
  const node = await createLicetNode(options);
  await node.start();
  try {
    return await loadNode(node, options.random);
  } catch (error) {
    await node.kill();
    throw error;
  }
}

async function loadNode(
  node: Awaited<ReturnType<typeof createLicetNode>>,
  random: Random,
): Promise<LoadedLicet> {
  const requests = observeRequests();
  const signedIn = await signInClients(node.url);
  const client = createLicetClient({ url: node.url, ...signedIn, requests, retriesOnce: false });
  const startedAt = performance.now();
  const load = startClientLoad({
    client,
    random,
    callersOfEachKind: CALLERS_OF_EACH_KIND,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
  let seconds = 0;
  let probes = 0;
  const probe = () => {
    probes += 1;
    return client.createRole(`probe-${probes}`);
  };

  return {
    load,
    requests,
    async untilWorking() {
      const from = performance.now();
      await Promise.all([client.token, client.check, probe].map((send) => untilAnswered(send, from)));
      return performance.now() - from;
    },
    async finish() {
      await load.stop();
      seconds = (performance.now() - startedAt) / 1_000;
      return [...(await load.verify()), ...requests.violations()];
    },
    describeLoad() {
      const { count } = requests.summary();
      return `${5 * CALLERS_OF_EACH_KIND} callers, ${count} requests, ${load.ledger.acknowledged} acknowledged writes in ${seconds.toFixed(0)} s`;
    },
    async [Symbol.asyncDispose]() {
      await load.stop();
      await node.kill();
    },
  };
}

async function untilAnswered(send: () => Promise<ObservedAnswer>, from: number): Promise<void> {
  while (((await send()).status ?? 503) === 503 && performance.now() - from < GIVE_UP_MILLISECONDS)
    await sleep(50);
}
