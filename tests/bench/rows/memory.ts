import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { applications, permissions } from "../contents.ts";
import { createCheckLoad, fetchAuthorization } from "../loads/check-loads.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { createQuestions } from "../permission-population.ts";
import { spreadApplications } from "../population.ts";
import { readProcessUsage } from "../process-usage.ts";
import { type Load, measure } from "../report/measurement.ts";
import type { RowResult, Verdict } from "../report/result.ts";
import { computeSpread } from "../report/statistics.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { createLicet, type TokenSubject } from "../subject.ts";

const WORK = "memory";
const REQUESTS = 100_000;
/** A server answers so many requests in each round that more rounds would take minutes. */
const MOST_ROUNDS = 3;

/** Resident memory at the end of the load, while the garbage of the last requests may still be there. */
export async function measureMemory(context: BenchContext): Promise<RowResult> {
  const { databases, users } = context;
  const issuer = createLicet(await databases.inFolder(applications(APPLICATIONS)));
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const decider = createLicet(await databases.inFolder(permissions(users)));
  const questions = createQuestions(users);
  const tokens = await measureMemoryAfter(context, "tokens", issuer, (server) =>
    createTokenLoad(issuer, server, callers),
  );
  const checks = await measureMemoryAfter(context, "checks", decider, async (server) =>
    createCheckLoad(await fetchAuthorization(decider, server), questions),
  );
  return { rates: [], verdicts: [{ ...tokens, target: { atMost: 150 } }, checks] };
}

async function measureMemoryAfter(
  { rounds, progress }: BenchContext,
  things: string,
  subject: TokenSubject,
  createLoad: (server: ServerProcess) => Promise<Load>,
): Promise<Verdict> {
  const work = `${REQUESTS.toLocaleString("en")} ${things}`;
  const megabytes: number[] = [];
  for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round++) {
    const server = await startServer(subject.command);
    try {
      progress(`${WORK}: Licet answers ${work}`);
      await measure(server, { ...(await createLoad(server)), seconds: 120, requests: REQUESTS });
      const resident = readWorkerMegabytes(server);
      progress(`${WORK}: ${Math.round(resident)} MB`);
      megabytes.push(resident);
    } finally {
      await server.stop();
    }
  }
  return {
    work: WORK,
    measure: `resident set of a worker after ${work}`,
    value: computeSpread(megabytes),
    unit: "MB",
  };
}

/** The one worker is the server itself or a process that it started, and in any case the largest of them. */
const readWorkerMegabytes = ({ pid }: ServerProcess): number =>
  Math.max(...readProcessUsage(pid).processes.map(({ residentMegabytes }) => residentMegabytes));
