import { type BenchContext, WARM_AGAIN, WARM_UP } from "./bench-context.ts";
import type { Contestant } from "./contestant.ts";
import { type Extent, type Load, type Measurement, measure } from "./measurement.ts";
import { mintFor } from "./mint-for.ts";
import type { Contender } from "./result.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** A contestant and a kind of work. Entrants of the same contestant share its process. */
export interface Entrant {
  readonly contestant: Contestant;
  /** Where the name of the contestant does not say enough. */
  readonly name?: string;
  /** Made once the server is up, since it may need something from it first, such as tokens. */
  readonly load: (server: ServerProcess) => Promise<Load>;
  /** Where the usual one is not what this work needs. */
  readonly warmUp?: Extent;
  readonly workPerRequest?: number;
  readonly note?: string;
}

interface Lane {
  readonly entrant: Entrant;
  readonly name: string;
  readonly run: (extent: Extent) => Promise<Measurement>;
  readonly rounds: Measurement[];
}

/**
 * Starts one process for each contestant, then measures the entrants in turn, round after round, never two at a time:
 * what changes on the machine in the meantime hits all of them alike. Who goes first moves on with each round.
 */
export async function interleave(
  context: BenchContext,
  work: string,
  entrants: readonly Entrant[],
): Promise<readonly Contender[]> {
  const servers = new Map<Contestant, ServerProcess>();
  try {
    const lanes: Lane[] = [];
    for (const entrant of entrants) {
      const { contestant, name = contestant.name, warmUp = WARM_UP } = entrant;
      context.progress(`${work}: ${name} warms up`);
      const server = servers.get(contestant) ?? (await startServer(contestant.command));
      servers.set(contestant, server);
      const load = await entrant.load(server);
      let fastest = 0;
      const run = async (extent: Extent): Promise<Measurement> => {
        const plan = await mintFor({ ...load, ...extent }, fastest);
        const measurement = await measure(server, plan, contestant.readDatabaseUsage);
        fastest = Math.max(fastest, measurement.perSecond);
        return measurement;
      };
      await run(context.limitWarmUp(warmUp));
      lanes.push({ entrant, name, run, rounds: [] });
    }
    for (let round = 0; round < context.rounds; round++) {
      const first = round % lanes.length;
      for (const { name, run, rounds } of [...lanes.slice(first), ...lanes.slice(0, first)]) {
        await run(WARM_AGAIN);
        const measurement = await run({ seconds: context.seconds });
        rounds.push(measurement);
        context.progress(
          `${work}: round ${round + 1} of ${context.rounds}, ${name}: ` +
            `${Math.round(measurement.perSecond)} requests/s`,
        );
      }
    }
    return lanes.map(describeLane);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

const describeLane = ({ entrant: { note, workPerRequest }, name, rounds }: Lane): Contender => ({
  name,
  rounds,
  ...(workPerRequest === undefined ? {} : { workPerRequest }),
  ...(note === undefined ? {} : { note }),
});
