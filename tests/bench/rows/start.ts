import { APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { createLicet } from "../contestant.ts";
import type { RowResult } from "../result.ts";
import { startServer } from "../server-process.ts";
import { spreadOf } from "../statistics.ts";

const WORK = "start";

/** From the spawn of the process to the first 200 of `/readyz`, on a database that was in use before. */
export async function measureStart(context: BenchContext): Promise<RowResult> {
  const { command } = createLicet(await context.database(APPLICATIONS));
  // Not counted: the first start on a new database makes the signing keys.
  await (await startServer(command)).stop();
  const milliseconds: number[] = [];
  for (let round = 0; round < context.rounds; round++) {
    const server = await startServer(command);
    milliseconds.push(server.startMilliseconds);
    context.progress(`${WORK}: ready after ${Math.round(server.startMilliseconds)} ms`);
    await server.stop();
  }
  return {
    rates: [],
    verdicts: [
      {
        work: WORK,
        measure: "start to readyz",
        value: spreadOf(milliseconds),
        unit: "ms",
        target: { atMost: 1500 },
      },
    ],
  };
}
