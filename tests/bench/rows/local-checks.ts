import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BenchContext } from "../bench-context.ts";
import { ROLES_PER_USER } from "../permission-population.ts";
import type { RowResult, Target, Verdict } from "../report/result.ts";
import { computeSpread } from "../report/statistics.ts";

const WORK = "local_checks";
const ROUND = fileURLToPath(new URL("../subjects/local-checks.ts", import.meta.url));

interface Round {
  readonly checksPerSecond: number;
  readonly bytesPerAssignment: number;
  readonly loadMilliseconds: number;
  readonly loadCpuMilliseconds: number;
}

/** `check()` of the SDK in the process of its caller, by processor time, without a server. */
export async function measureLocalChecks({
  users,
  rounds,
  seconds,
  progress,
}: BenchContext): Promise<RowResult> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      "--disable-warning=ExperimentalWarning",
      ROUND,
      String(users),
      String(seconds),
    ]);
    const result = JSON.parse(stdout) as Round;
    measured.push(result);
    progress(
      `${WORK}: ${Math.round(result.checksPerSecond).toLocaleString("en")} checks per second of one core`,
    );
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
      verdict("checks per second of one core", "checksPerSecond", "/s", { atLeast: 500_000 }),
      verdict("memory of an assignment", "bytesPerAssignment", "bytes", { atMost: 250 }),
      verdict("to parse and load the snapshot", "loadMilliseconds", "ms", { atMost: 2_000 }),
      verdict("the same, processor time", "loadCpuMilliseconds", "ms"),
    ],
  };
}
