import { APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { ROLES_PER_USER } from "../permission-population.ts";
import type { RowResult, Verdict } from "../report/result.ts";
import { computeSpread } from "../report/statistics.ts";
import { startServer } from "../server-process.ts";
import { createLicet } from "../subject.ts";

const WORK = "start";

/** From the spawn of the process to the first 200 of `/readyz`, on databases that were in use before. */
export async function measureStart(context: BenchContext): Promise<RowResult> {
  const { databases, users } = context;
  return {
    rates: [],
    verdicts: [
      await measureStartOn(context, await databases.applications(APPLICATIONS), APPLICATIONS, "applications"),
      await measureStartOn(
        context,
        await databases.permissions(users),
        users * ROLES_PER_USER,
        "assignments",
      ),
    ],
  };
}

async function measureStartOn(
  { rounds, progress }: BenchContext,
  dataFolder: string,
  count: number,
  things: string,
): Promise<Verdict> {
  const { command } = createLicet(dataFolder);
  const size = `${count.toLocaleString("en")} ${things}`;
  // The first start on a new database creates the signing keys, so it does not count.
  await (await startServer(command)).stop();
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(command);
    milliseconds.push(server.startMilliseconds);
    progress(`${WORK}: with ${size} ready after ${Math.round(server.startMilliseconds)} ms`);
    await server.stop();
  }
  return {
    work: WORK,
    measure: `to readyz, ${size}`,
    value: computeSpread(milliseconds),
    unit: "ms",
    target: { atMost: 1500 },
  };
}
