import { cpus } from "node:os";
import { type LoadPlan, type LoadResult, runLoad } from "../loads/load.ts";
import { readProcessUsage } from "../process-usage.ts";
import type { ServerProcess } from "../server-process.ts";
import { computeSpread } from "./statistics.ts";

/** The result of one load on one server, with the processor time of all processes. */
export interface Measurement extends LoadResult {
  /** Processor time of the server per request, all its threads. Hardly depends on what else the machine does. */
  readonly serverMicroseconds: number | undefined;
  /** In cores. More than 1 when the server computes in threads as well. */
  readonly serverBusy: number | undefined;
  /** Processor time of the database server per request, where there is one. */
  readonly databaseMicroseconds?: number | undefined;
  /** In cores: everything on the machine except the server, its database and the generator. Should be near 0. */
  readonly othersBusy: number | undefined;
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

/** The processor time that a separate database server has used so far, in seconds. */
export type ReadDatabaseUsage = () => Promise<number | undefined>;

export async function measure(
  server: ServerProcess,
  load: Load & Extent,
  readDatabaseUsage?: ReadDatabaseUsage,
): Promise<Measurement> {
  const databaseBefore = await readDatabaseUsage?.();
  const before = readProcessUsage(server.pid);
  const machineBefore = machineBusySeconds();
  const result = await runLoad({
    port: server.port,
    connections: CONNECTIONS,
    sampleEvery: SAMPLE_EVERY,
    ...load,
  });
  const machineSeconds = machineBusySeconds() - machineBefore;
  const after = readProcessUsage(server.pid);
  const databaseAfter = await readDatabaseUsage?.();

  const serverSeconds = before && after && after.cpuSeconds - before.cpuSeconds;
  const databaseSeconds =
    databaseBefore !== undefined && databaseAfter !== undefined ? databaseAfter - databaseBefore : undefined;
  const generatorSeconds = result.generatorBusy * result.seconds;
  return {
    ...result,
    serverMicroseconds: serverSeconds && (serverSeconds * 1e6) / result.requests,
    serverBusy: serverSeconds && serverSeconds / result.seconds,
    ...(databaseSeconds !== undefined && {
      databaseMicroseconds: (databaseSeconds * 1e6) / result.requests,
    }),
    othersBusy:
      serverSeconds &&
      Math.max(0, machineSeconds - serverSeconds - generatorSeconds - (databaseSeconds ?? 0)) /
        result.seconds,
  };
}

/** Returns undefined if the field is unknown in every round. */
export function computeMedian(rounds: readonly Measurement[], field: keyof Measurement): number | undefined {
  const known = rounds.map((round) => round[field]).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : computeSpread(known).median;
}

const machineBusySeconds = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
