import { APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { applications, type Content, permissions } from "../contents.ts";
import type { RowResult, Verdict } from "../report/result.ts";
import { computeSpread } from "../report/statistics.ts";
import { startServer } from "../server-process.ts";
import { createLicet } from "../subject.ts";

const WORK = "start";

/** From the spawn of the process to the first 200 of `/readyz`, on databases that were in use before. */
export async function measureStart(context: BenchContext): Promise<RowResult> {
  return {
    rates: [],
    verdicts: [
      await measureStartOn(context, applications(APPLICATIONS)),
      await measureStartOn(context, permissions(context.users)),
    ],
  };
}

async function measureStartOn(
  { rounds, databases, progress }: BenchContext,
  content: Content,
): Promise<Verdict> {
  const { command } = createLicet(await databases.inFolder(content));
  // The first start on a new database creates the signing keys, so it does not count.
  await (await startServer(command)).stop();
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(command);
    milliseconds.push(server.startMilliseconds);
    progress(`${WORK}: with ${content.text} ready after ${Math.round(server.startMilliseconds)} ms`);
    await server.stop();
  }
  return {
    work: WORK,
    measure: `to readyz, ${content.text}`,
    value: computeSpread(milliseconds),
    unit: "ms",
    target: { atMost: 1500 },
  };
}
