import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { createLicet } from "../contestant.ts";
import { getOnce } from "../get-once.ts";
import { createTokenLoad } from "../loads.ts";
import { measure } from "../measurement.ts";
import { spreadApplications } from "../population.ts";
import { readProcessUsage } from "../process-usage.ts";
import type { RowResult } from "../result.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { spreadOf } from "../statistics.ts";

const WORK = "memory";
const TOKENS = 100_000;

/** Resident memory at the end of the load, while the garbage of the last requests may still be there. */
export async function measureMemory(context: BenchContext): Promise<RowResult> {
  const contestant = createLicet(await context.database(APPLICATIONS));
  const server = await startServer(contestant.command);
  try {
    context.progress(`${WORK}: Licet issues ${TOKENS.toLocaleString("en")} tokens`);
    const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
    const load = await createTokenLoad(contestant, server, callers);
    await measure(server, { ...load, seconds: 120, requests: TOKENS });
    const megabytes = await residentMegabytes(server);
    context.progress(`${WORK}: ${Math.round(megabytes)} MB`);
    const label = "resident after 100,000 tokens";
    return {
      rates: [],
      verdicts: [
        { work: WORK, measure: label, value: spreadOf([megabytes]), unit: "MB", target: { atMost: 160 } },
      ],
    };
  } finally {
    await server.stop();
  }
}

/** From the kernel; where there is no /proc, from what the server says about itself. */
async function residentMegabytes(server: ServerProcess): Promise<number> {
  const usage = readProcessUsage(server.pid);
  if (usage !== undefined) return usage.residentMegabytes;
  const { body } = await getOnce(`http://127.0.0.1:${server.port}/metrics`);
  const bytes = /^process_resident_memory_bytes ([\d.e+]+)/m.exec(body)?.[1];
  if (bytes === undefined) throw new Error("neither /proc nor /metrics tells the resident memory");
  return Number(bytes) / 1024 / 1024;
}
