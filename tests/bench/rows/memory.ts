import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { createCheckLoad, fetchAuthorization } from "../loads/check-loads.ts";
import { getOnce } from "../loads/get-once.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { createQuestions } from "../permission-population.ts";
import { spreadApplications } from "../population.ts";
import { readProcessUsage } from "../process-usage.ts";
import { type Load, measure } from "../report/measurement.ts";
import type { RowResult, Target, Verdict } from "../report/result.ts";
import { computeSpread } from "../report/statistics.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { createLicet, type TokenSubject } from "../subject.ts";

const WORK = "memory";
const REQUESTS = 100_000;

/** Resident memory at the end of the load, while the garbage of the last requests may still be there. */
export async function measureMemory(context: BenchContext): Promise<RowResult> {
  const { databases, users } = context;
  const issuer = createLicet(await databases.applications(APPLICATIONS));
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const decider = createLicet(await databases.permissions(users));
  const questions = createQuestions(users);
  return {
    rates: [],
    verdicts: [
      await measureMemoryAfter(
        context,
        "tokens",
        issuer,
        (server) => createTokenLoad(issuer, server, callers),
        {
          atMost: 160,
        },
      ),
      await measureMemoryAfter(context, "checks", decider, async (server) =>
        createCheckLoad(await fetchAuthorization(decider, server), questions),
      ),
    ],
  };
}

async function measureMemoryAfter(
  context: BenchContext,
  things: string,
  subject: TokenSubject,
  createLoad: (server: ServerProcess) => Promise<Load>,
  target?: Target,
): Promise<Verdict> {
  const server = await startServer(subject.command);
  try {
    context.progress(`${WORK}: Licet answers ${REQUESTS.toLocaleString("en")} ${things}`);
    await measure(server, { ...(await createLoad(server)), seconds: 120, requests: REQUESTS });
    const megabytes = await readResidentMegabytes(server);
    context.progress(`${WORK}: ${Math.round(megabytes)} MB`);
    return {
      work: WORK,
      measure: `resident after ${REQUESTS.toLocaleString("en")} ${things}`,
      value: computeSpread([megabytes]),
      unit: "MB",
      ...(target === undefined ? {} : { target }),
    };
  } finally {
    await server.stop();
  }
}

/** Asks the kernel, or the metrics of the server where there is no /proc. */
async function readResidentMegabytes(server: ServerProcess): Promise<number> {
  const usage = readProcessUsage(server.pid);
  if (usage !== undefined) return usage.residentMegabytes;
  const { body } = await getOnce(`http://127.0.0.1:${server.port}/metrics`);
  const bytes = /^process_resident_memory_bytes ([\d.e+]+)/m.exec(body)?.[1];
  if (bytes === undefined) throw new Error("neither /proc nor /metrics has the resident memory");
  return Number(bytes) / 1024 / 1024;
}
