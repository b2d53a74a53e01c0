import { availableParallelism } from "node:os";
import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { applications, type Content, permissions } from "../contents.ts";
import { createCheckLoad, fetchAuthorization } from "../loads/check-loads.ts";
import { interleave } from "../loads/interleave.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { createQuestions } from "../permission-population.ts";
import { spreadApplications } from "../population.ts";
import { createCpuRatioVerdict, createRateRatioVerdict } from "../report/cost-verdicts.ts";
import type { Load } from "../report/measurement.ts";
import type { RowResult } from "../report/result.ts";
import type { ServerProcess } from "../server-process.ts";
import { createLicet, supportsWorkers, type TokenSubject } from "../subject.ts";

const WORK = "workers";
const ONE = "1 worker";
const TWO = "2 workers";
/** On fewer, two workers, the load generator and the kernel do not each have a core, so the rate says little. */
const CORES_FOR_A_RATE = 4;
/** The permission check with fewer users than in its own row: both servers need a database of their own. */
const USERS = 10_000;

/** Tokens and checks by a server with two workers beside one with a single worker. */
export async function measureWorkers(context: BenchContext): Promise<RowResult> {
  if (!supportsWorkers()) throw new Error("this Licet has no setting for workers");
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const questions = createQuestions(USERS);
  const tokens = await measurePair(
    context,
    "client_credentials",
    applications(APPLICATIONS),
    (subject, server) => createTokenLoad(subject, server, callers),
  );
  const checks = await measurePair(context, "check", permissions(USERS), async (subject, server) =>
    createCheckLoad(await fetchAuthorization(subject, server), questions),
  );
  return {
    rates: [...tokens.rates, ...checks.rates],
    verdicts: [...tokens.verdicts, ...checks.verdicts],
  };
}

async function measurePair(
  context: BenchContext,
  request: string,
  content: Content,
  createLoad: (subject: TokenSubject, server: ServerProcess) => Promise<Load>,
): Promise<RowResult> {
  const work = `${WORK}, ${request}`;
  const licets = [
    createLicet(await context.databases.inFolder(content, "first"), { name: ONE, workers: 1 }),
    createLicet(await context.databases.inFolder(content, "second"), { name: TWO, workers: 2 }),
  ];
  const subjects = await interleave(
    context,
    work,
    licets.map((subject) => ({ subject, load: (server) => createLoad(subject, server) })),
  );
  const cores = availableParallelism();
  return {
    rates: [{ work, title: `${request}, one worker and two`, subjects }],
    verdicts: [
      createCpuRatioVerdict(work, subjects, TWO, ONE, { atMost: 1.1 }),
      createRateRatioVerdict(
        work,
        subjects,
        TWO,
        ONE,
        cores >= CORES_FOR_A_RATE ? { atLeast: 1.7 } : { noVerdict: `no verdict on ${cores} cores` },
      ),
    ],
  };
}
