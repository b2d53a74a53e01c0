import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createPostgresServer, type PostgresServer } from "../../support/postgres-server.ts";
import type { Measurement } from "../fault-experiment.ts";
import { type LoadedLicet, startLoadedLicet } from "../ledger/loaded-licet.ts";
import type { Random } from "../support/random.ts";
import { measureOutages } from "./measure-outages.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";

export interface DiskFullOptions {
  readonly random: Random;
  readonly rounds: number;
  /** False: PostgreSQL acknowledges a commit before it is on the disk. */
  readonly waitsForDisk: boolean;
}

const DISK_MEGABYTES = 260;
/** PostgreSQL allocates its log in files of this size. */
const LOG_FILE_MEGABYTES = 16;
const FULL_MILLISECONDS = 15_000;
/** Acknowledged commits stay in memory, several files of the log ahead of the disk. */
const WITHOUT_WAITING = [
  "synchronous_commit=off",
  "wal_writer_delay=10s",
  "wal_writer_flush_after=1GB",
  "wal_buffers=128MB",
];

/**
 * The disk of PostgreSQL becomes full under load. In every other round tables cannot grow; in the others its log cannot,
 * and PostgreSQL ends by itself. Space is freed, and it is started again.
 */
export async function runDiskFull(options: DiskFullOptions): Promise<Measurement> {
  const { random, rounds } = options;
  if (process.getuid?.() !== 0) return NOT_RUN;
  await using started = new AsyncDisposableStack();
  const disk = started.adopt(mountSmallDisk(DISK_MEGABYTES), ({ remove }) => remove());
  const postgres = started.adopt(await createPostgresServer(disk.folder), ({ remove }) => remove());
  const settings = options.waitsForDisk ? [] : WITHOUT_WAITING;
  await postgres.start(settings);
  const licet = started.use(await startLoadedLicet({ databaseUrl: postgres.url, random }));
  // What the experiment itself needs is not lost in a control.
  await postgres.flush();

  const recoveries: number[] = [];
  const violations: string[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    await sleep(random.between(2_000, 4_000));
    const before = countAnswers(licet);
    const endsPostgres = round % 2 === 1;
    await (endsPostgres ? exhaustLog(disk, postgres) : exhaustTables(disk));
    const after = countAnswers(licet);
    refused += after.refusedWrites - before.refusedWrites;
    if (!endsPostgres) violations.push(...missingReads(before, after));
    disk.free();
    if (endsPostgres) {
      // It may also hang in its recovery.
      await postgres.kill();
      await postgres.start(settings);
    }
    recoveries.push(await licet.untilWorking());
  }
  if (refused === 0) violations.push("no write was refused, so the disk was not full");
  const faults = `${Math.ceil(rounds / 2)} times no space for tables, ${Math.floor(rounds / 2)} times none for the log, which ends PostgreSQL`;
  return await measureOutages(licet, {
    faults,
    recoveries,
    violations,
    bar: "tokens and checks go on while tables cannot grow, ",
  });
}

/** The other experiments go on, but this one does not hold. */
const NOT_RUN: Measurement = {
  load: "none",
  faults: "none",
  figure: "not run",
  bar: "to be run",
  violations: ["a small disk is a mount, which needs root on Linux"],
};

interface Answers {
  readonly refusedWrites: number;
  readonly refusedReads: number;
  readonly reads: number;
}

function countAnswers({ requests }: LoadedLicet): Answers {
  const count = (kind: string, status: number) => requests.summary(kind).byStatus.get(status) ?? 0;
  return {
    refusedWrites: count("write", 503),
    refusedReads: count("token", 503) + count("check", 503),
    reads: count("token", 200) + count("check", 200),
  };
}

/** Tokens and checks store nothing, so they go on while tables cannot grow. */
function missingReads(before: Answers, after: Answers): readonly string[] {
  const refused = after.refusedReads - before.refusedReads;
  const reads = after.reads - before.reads;
  return refused > 0 || reads === 0
    ? [`while tables could not grow, ${reads} tokens and checks were answered, and ${refused} refused`]
    : [];
}

async function exhaustTables(disk: SmallDisk): Promise<void> {
  const endsAt = performance.now() + FULL_MILLISECONDS;
  while (performance.now() < endsAt) {
    disk.fill(0);
    await sleep(100);
  }
}

/** Tables can still grow, but PostgreSQL needs another file for its log, and gives up. */
async function exhaustLog(disk: SmallDisk, postgres: PostgresServer): Promise<void> {
  const administrator = new pg.Client(postgres.url);
  administrator.on("error", () => {});
  await administrator.connect();
  const write = "select pg_logical_emit_message(false, 'licet', repeat('x', 1000000))";
  try {
    // Some files may be there already.
    for (let megabytes = 0; megabytes < 3 * LOG_FILE_MEGABYTES; megabytes += 1) {
      disk.fill((LOG_FILE_MEGABYTES / 2) * 1_048_576);
      await administrator.query(write);
    }
    // Where commits wait for the disk, PostgreSQL has ended. Otherwise it goes on acknowledging.
    await sleep(FULL_MILLISECONDS / 5);
    await administrator.query("select pg_switch_wal()");
  } catch {
    // Its connection ended with the server.
  }
  await administrator.end().catch(() => {});
  await sleep(FULL_MILLISECONDS / 3);
}
