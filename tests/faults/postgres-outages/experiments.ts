import type { FaultExperiment } from "../fault-experiment.ts";
import { runDiskFull } from "./disk-full.ts";
import { runFailover } from "./failover.ts";
import { runPostgresKilled } from "./killed.ts";

const MOST_KILLS = 10;
const MOST_FAILOVERS = 4;
const MOST_FULL_DISKS = 4;
/** Both kinds of each fault. */
const IN_CONTROL = 2;

/**
 * PostgreSQL itself fails. `npm test` has no short form of these: each needs servers of its own, and the full disk needs
 * root. It runs the tests of the ledger, and unreplicated-commit.test.ts beside the connections.
 */
export const postgresOutageExperiments: readonly FaultExperiment[] = [
  {
    name: "postgres-killed",
    title: "PostgreSQL killed",
    run: ({ random, rounds }) =>
      runPostgresKilled({ random, kills: Math.min(rounds, MOST_KILLS), waitsForDisk: true }),
    control: ({ random }) => runPostgresKilled({ random, kills: IN_CONTROL, waitsForDisk: false }),
  },
  {
    name: "postgres-disk-full",
    title: "The disk of PostgreSQL full",
    run: ({ random, rounds }) =>
      runDiskFull({ random, rounds: Math.min(rounds, MOST_FULL_DISKS), waitsForDisk: true }),
    control: ({ random }) => runDiskFull({ random, rounds: IN_CONTROL, waitsForDisk: false }),
  },
  {
    name: "postgres-failover",
    title: "Failover to a synchronous standby of PostgreSQL",
    run: ({ random, rounds }) =>
      runFailover({ random, failovers: Math.min(rounds, MOST_FAILOVERS), isSynchronous: true }),
    control: ({ random }) => runFailover({ random, failovers: IN_CONTROL, isSynchronous: false }),
  },
];
