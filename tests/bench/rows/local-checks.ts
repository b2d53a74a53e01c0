import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BenchContext } from "../bench-context.ts";
import { permissions } from "../contents.ts";
import { fetchAuthorization } from "../loads/check-loads.ts";
import { ROLES_PER_USER } from "../permission-population.ts";
import type { RowResult, Target, Verdict } from "../report/result.ts";
import { computeSpread } from "../report/statistics.ts";
import { startServer } from "../server-process.ts";
import { createLicet, LICET_BASE_URL } from "../subject.ts";

const WORK = "local_checks";
const ROUND = fileURLToPath(new URL("../subjects/local-checks.ts", import.meta.url));
const LOAD = fileURLToPath(new URL("../subjects/local-load.ts", import.meta.url));
const run = promisify(execFile);

interface Round {
  readonly checkMicroseconds: number;
  readonly bytesPerAssignment: number;
  readonly loadMilliseconds: number;
  readonly loadCpuMilliseconds: number;
}

/** `check()` of the SDK in the process of its caller, by processor time, without a server; and a load from a server. */
export async function measureLocalChecks(context: BenchContext): Promise<RowResult> {
  const { users, rounds, seconds, progress } = context;
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await run(process.execPath, [
      "--expose-gc",
      "--disable-warning=ExperimentalWarning",
      ROUND,
      String(users),
      String(seconds),
    ]);
    const result = JSON.parse(stdout) as Round;
    measured.push(result);
    progress(`${WORK}: ${result.checkMicroseconds.toFixed(2)} µs of processor time a check`);
  }
  const size = `${(users * ROLES_PER_USER).toLocaleString("en")} assignments`;
  const verdict = (
    measure: string,
    member: keyof Round,
    unit: Verdict["unit"],
    target?: Target,
  ): Verdict => ({
    work: WORK,
    measure: `${measure}, ${size}`,
    value: computeSpread(measured.map((round) => round[member])),
    unit,
    ...(target && { target }),
  });
  return {
    rates: [],
    verdicts: [
      verdict("CPU of a check", "checkMicroseconds", "µs", { atMost: 2 }),
      verdict("memory of an assignment", "bytesPerAssignment", "bytes", { atMost: 250 }),
      verdict("to parse and load the snapshot", "loadMilliseconds", "ms", { atMost: 2_000 }),
      verdict("the same, processor time", "loadCpuMilliseconds", "ms"),
      {
        work: WORK,
        measure: `to load a copy from a server, ${size}`,
        value: computeSpread(await measureLoads(context)),
        unit: "ms",
        target: { atMost: 5_000 },
      },
    ],
  };
}

/** From the creation of a checker until it answers, with the server and the network of this machine. */
async function measureLoads({ users, rounds, databases, progress }: BenchContext): Promise<number[]> {
  const licet = createLicet(await databases.inFolder(permissions(users)));
  const server = await startServer(licet.command);
  try {
    const [, token = ""] = (await fetchAuthorization(licet, server)).split(" ");
    const milliseconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { stdout } = await run(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", LOAD, LICET_BASE_URL, `http://127.0.0.1:${server.port}`],
        { env: { PATH: process.env.PATH, BENCH_TOKEN: token } },
      );
      milliseconds.push(Number(stdout));
      progress(`${WORK}: a copy from a server after ${Math.round(Number(stdout))} ms`);
    }
    return milliseconds;
  } finally {
    await server.stop();
  }
}
