import { type BenchContext, WARM_AGAIN, WARM_UP } from "./bench-context.ts";
import type { Contestant } from "./contestant.ts";
import { type Extent, type Load, type Measurement, measure } from "./measurement.ts";
import type { Contender } from "./result.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

export interface Entrant {
  readonly contestant: Contestant;
  /** Made once the server is up, since it may need something from it first, such as tokens. */
  readonly load: (server: ServerProcess) => Promise<Load>;
  readonly note?: string;
}

/**
 * Starts one process for each entrant, then measures them in turn, round after round, never two at a time: what
 * changes on the machine in the meantime hits all of them alike. Who goes first moves on with each round.
 */
export async function interleave(
  context: BenchContext,
  work: string,
  entrants: readonly Entrant[],
): Promise<readonly Contender[]> {
  const servers: ServerProcess[] = [];
  try {
    const lanes: {
      entrant: Entrant;
      run: (extent: Extent) => Promise<Measurement>;
      rounds: Measurement[];
    }[] = [];
    for (const entrant of entrants) {
      context.progress(`${work}: ${entrant.contestant.name} starts and warms up`);
      const server = await startServer(entrant.contestant.command);
      servers.push(server);
      const load = await entrant.load(server);
      const run = (extent: Extent): Promise<Measurement> => measure(server, { ...load, ...extent });
      await run(WARM_UP);
      lanes.push({ entrant, run, rounds: [] });
    }
    for (let round = 0; round < context.rounds; round++) {
      const first = round % lanes.length;
      for (const lane of [...lanes.slice(first), ...lanes.slice(0, first)]) {
        await lane.run(WARM_AGAIN);
        const measurement = await lane.run({ seconds: context.seconds });
        lane.rounds.push(measurement);
        context.progress(
          `${work}: round ${round + 1} of ${context.rounds}, ${lane.entrant.contestant.name}: ` +
            `${Math.round(measurement.perSecond)} requests/s`,
        );
      }
    }
    return lanes.map(({ entrant, rounds }) => ({
      name: entrant.contestant.name,
      rounds,
      ...(entrant.note === undefined ? {} : { note: entrant.note }),
    }));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
