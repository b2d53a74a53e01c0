import { cpus } from "node:os";
import { type LoadPlan, type LoadResult, runLoad } from "../loads/load.ts";
import { readProcessUsage } from "../process-usage.ts";
import type { ServerProcess } from "../server-process.ts";
import { computeSpread } from "./statistics.ts";

/** The result of one load on one server, with the processor time of all processes. */
export interface Measurement extends LoadResult {
  /** Processor time of the server per request: all its processes and threads. Hardly depends on what else runs. */
  readonly serverMicroseconds: number;
  /** In cores. More than 1 when the server computes in several threads or processes. */
  readonly serverBusy: number;
  /** Processor time of the database server per request, where there is one. */
  readonly databaseMicroseconds?: number;
  /** In cores: everything on the machine except the server, its database and the generator. Should be near 0. */
  readonly othersBusy: number;
}

/** The requests of a load, without the server and the duration. */
export interface Load
  extends Omit<LoadPlan, "port" | "connections" | "seconds" | "requests" | "sampleEvery"> {
  /** For bodies that can be sent only once: creates about `count` before the measurement. They replace `bodies`. */
  readonly createBodies?: (count: number) => Promise<readonly string[]>;
  /** 1 if the next request needs the content of every answer. */
  readonly sampleEvery?: number;
  /** `CONNECTIONS` by default. */
  readonly connections?: number;
}
/** How long a load runs. */
export type Extent = Pick<LoadPlan, "seconds" | "requests"> & Partial<Pick<LoadPlan, "sampleEvery">>;

export const CONNECTIONS = 32;
/** Odd, so that both kinds are checked if answers alternate. */
export const SAMPLE_EVERY = 99;

/** Reads the processor time that a separate database server has used so far, in seconds. */
export type ReadDatabaseSeconds = () => number;

export async function measure(
  server: ServerProcess,
  load: Load & Extent,
  readDatabaseSeconds?: ReadDatabaseSeconds,
): Promise<Measurement> {
  const databaseBefore = readDatabaseSeconds?.() ?? 0;
  const serverBefore = readProcessUsage(server.pid).cpuSeconds;
  const machineBefore = machineBusySeconds();
  const result = await runLoad({
    port: server.port,
    connections: CONNECTIONS,
    sampleEvery: SAMPLE_EVERY,
    ...load,
  });
  const machineSeconds = machineBusySeconds() - machineBefore;
  const serverSeconds = readProcessUsage(server.pid).cpuSeconds - serverBefore;
  const databaseSeconds = (readDatabaseSeconds?.() ?? 0) - databaseBefore;

  const generatorSeconds = result.generatorBusy * result.seconds;
  const otherSeconds = machineSeconds - serverSeconds - databaseSeconds - generatorSeconds;
  return {
    ...result,
    serverMicroseconds: (serverSeconds * 1e6) / result.requests,
    serverBusy: serverSeconds / result.seconds,
    ...(readDatabaseSeconds !== undefined && {
      databaseMicroseconds: (databaseSeconds * 1e6) / result.requests,
    }),
    othersBusy: Math.max(0, otherSeconds) / result.seconds,
  };
}

/** Processor time of a request: that of the server and of its database. */
export const totalMicroseconds = ({ serverMicroseconds, databaseMicroseconds = 0 }: Measurement): number =>
  serverMicroseconds + databaseMicroseconds;

/** Returns undefined if no round has the field. */
export function computeMedian(rounds: readonly Measurement[], field: keyof Measurement): number | undefined {
  const known = rounds.map((round) => round[field]).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : computeSpread(known).median;
}

const machineBusySeconds = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
