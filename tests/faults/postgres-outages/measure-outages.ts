import type { Measurement } from "../fault-experiment.ts";
import type { LoadedLicet } from "../ledger/loaded-licet.ts";

const LONGEST_RECOVERY_MILLISECONDS = 10_000;

/** Ends the load, and compares all that was acknowledged with what is stored now. Await it while the servers run. */
export async function measureOutages(
  licet: LoadedLicet,
  outages: {
    readonly faults: string;
    /** The milliseconds of each until Licet worked again. */
    readonly recoveries: readonly number[];
    /** What the experiment itself found, against a bar of its own. */
    readonly violations?: readonly string[];
    readonly bar?: string;
  },
): Promise<Measurement> {
  const { faults, recoveries } = outages;
  const slowestRecovery = Math.max(...recoveries);
  const isSlow = slowestRecovery > LONGEST_RECOVERY_MILLISECONDS;
  const violations = [
    ...(outages.violations ?? []),
    ...(await licet.finish()),
    ...(isSlow ? [`works again only after ${inSeconds(slowestRecovery)}`] : []),
  ];
  const { byStatus, slowest } = licet.requests.summary();
  return {
    load: licet.describeLoad(),
    faults,
    figure: `${violations.length} violations, ${byStatus.get(503) ?? 0} answered with 503, slowest answer ${inSeconds(slowest)}, works again after ${inSeconds(slowestRecovery)} at most`,
    bar: `${outages.bar ?? ""}every acknowledged write there, nothing given twice, nothing revoked accepted, answers within 10 s, works again within 10 s`,
    violations,
  };
}

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
