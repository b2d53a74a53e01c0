import type { FaultExperiment, Measurement } from "../fault-experiment.ts";
import { type Phase, runSlowDatabase, type SlowDatabaseReport } from "./slow-database.ts";

/** As if there were no deadline. */
export const NO_DEADLINE = 3_600_000;

export const stalls = (seconds: number): Phase => ({
  name: "5 % of chunks stalled for 5 s",
  seconds,
  begin: (proxy) => proxy.stall(0.05, 5_000),
});
export const blackHole = (seconds: number): Phase => ({
  name: "a black hole",
  seconds,
  begin: (proxy) => proxy.freeze(),
});
export const delay = (seconds: number, roundTripMilliseconds = 500): Phase => ({
  name: `round trips of ${roundTripMilliseconds} ms`,
  seconds,
  begin: (proxy) => proxy.delay(roundTripMilliseconds),
});
export const cuts = (seconds: number): Phase => ({
  name: "connections cut, a third every 250 ms",
  seconds,
  begin: () => {},
  repeat: (proxy) => proxy.cut(1 / 3),
});

export const slowDatabaseExperiments: readonly FaultExperiment[] = [
  {
    name: "slow-database",
    title: "PostgreSQL slow, stalling, silent and cut off",
    async run({ seconds }) {
      const share = Math.min(1, seconds / 90);
      const phases = [stalls(30 * share), blackHole(20 * share), delay(20 * share), cuts(10 * share)];
      return measured(phases, await runSlowDatabase({ phases, callersOfEachKind: 3 }));
    },
    async control({ seconds }) {
      const share = Math.min(1, seconds / 90);
      const phases = [stalls(20 * share), delay(20 * share)];
      const requestDeadlineMilliseconds = NO_DEADLINE;
      return measured(
        phases,
        await runSlowDatabase({ phases, callersOfEachKind: 3, requestDeadlineMilliseconds }),
      );
    },
  },
];

function measured(phases: readonly Phase[], report: SlowDatabaseReport): Measurement {
  const { requests, seconds, acknowledged, unknown, slowestRecoveryMilliseconds, violations } = report;
  const { count, slowest, byStatus } = requests.summary();
  const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  return {
    load: `${count} tokens, checks, introspections, sign-in pages and writes in ${seconds.toFixed(0)} s`,
    faults: phases.map(({ name, seconds: length }) => `${name} (${length.toFixed(0)} s)`).join("; "),
    figure: `slowest answer ${inSeconds(slowest)}, ${byStatus.get(503) ?? 0} answered with 503, ${acknowledged} writes acknowledged and ${unknown} not, works again after ${inSeconds(slowestRecoveryMilliseconds)}`,
    bar: "every answer within 10 s, only 2xx, 4xx and 503, no acknowledged write lost, none half done, works again within 5 s",
    violations,
  };
}
