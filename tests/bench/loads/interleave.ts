import { type BenchContext, WARM_AGAIN, WARM_UP } from "../bench-context.ts";
import {
  type Extent,
  type Load,
  type Measurement,
  measure,
  totalMicroseconds,
} from "../report/measurement.ts";
import type { SubjectResult } from "../report/result.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import type { Subject } from "../subject.ts";
import { withFreshBodies } from "./with-fresh-bodies.ts";

/** A subject and a load for it. Loads of the same subject share its process. */
export interface SubjectLoad {
  readonly subject: Subject;
  /** The name of the subject by default. */
  readonly name?: string;
  /** Called when the server runs, since a load may need something from it, such as tokens. */
  readonly load: (server: ServerProcess) => Promise<Load>;
  /** `WARM_UP` by default. */
  readonly warmUp?: Extent;
  readonly workPerRequest?: number;
  readonly note?: string;
}

interface SubjectRun {
  readonly subjectLoad: SubjectLoad;
  readonly name: string;
  readonly run: (extent: Extent) => Promise<Measurement>;
  readonly rounds: Measurement[];
}

/**
 * Starts one process for each subject, then measures the loads in turn, round after round, never two at a time:
 * a change on the machine affects all of them alike. Each round starts with a different load.
 */
export async function interleave(
  context: BenchContext,
  work: string,
  subjectLoads: readonly SubjectLoad[],
): Promise<readonly SubjectResult[]> {
  const servers = new Map<Subject, ServerProcess>();
  try {
    const subjectRuns: SubjectRun[] = [];
    for (const subjectLoad of subjectLoads) {
      const { subject, name = subject.name, warmUp = WARM_UP } = subjectLoad;
      context.progress(`${work}: warming up ${name}`);
      const server = servers.get(subject) ?? (await startServer(subject.command));
      servers.set(subject, server);
      const load = await subjectLoad.load(server);
      let fastest = 0;
      const run = async (extent: Extent): Promise<Measurement> => {
        const plan = await withFreshBodies({ ...load, ...extent }, fastest);
        const measurement = await measure(server, plan, subject.readDatabaseSeconds);
        fastest = Math.max(fastest, measurement.perSecond);
        return measurement;
      };
      await run(context.limitWarmUp(warmUp));
      subjectRuns.push({ subjectLoad, name, run, rounds: [] });
    }
    for (let round = 0; round < context.rounds; round++) {
      const first = round % subjectRuns.length;
      for (const { name, run, rounds } of [...subjectRuns.slice(first), ...subjectRuns.slice(0, first)]) {
        await run(WARM_AGAIN);
        const measurement = await run({ seconds: context.seconds });
        rounds.push(measurement);
        context.progress(
          `${work}: round ${round + 1} of ${context.rounds}, ${name}: ` +
            `${Math.round(totalMicroseconds(measurement))} µs of processor time a request, ` +
            `${Math.round(measurement.perSecond)} requests/s`,
        );
      }
    }
    return subjectRuns.map(resultOf);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

const resultOf = ({ subjectLoad: { note, workPerRequest }, name, rounds }: SubjectRun): SubjectResult => ({
  name,
  rounds,
  ...(workPerRequest === undefined ? {} : { workPerRequest }),
  ...(note === undefined ? {} : { note }),
});
