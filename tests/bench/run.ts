/**
 * `npm run bench`: measures, prints, writes. The exit code is 0 even if targets are missed, and 1 if a row failed, for
 * example because an answer was wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext } from "./bench-context.ts";
import { createDatabases } from "./databases.ts";
import { measureGenerator } from "./loads/measure-generator.ts";
import { createUsage, type Options, parseOptions } from "./options.ts";
import { PEER_ROWS } from "./peers/peer-rows.ts";
import { CONNECTIONS, type Measurement } from "./report/measurement.ts";
import { formatReport } from "./report/report.ts";
import type { BenchResult, Failure, RowResult } from "./report/result.ts";
import { findWarnings } from "./report/warnings.ts";
import { publishResult, writeResult } from "./report/write-result.ts";
import { ROWS } from "./rows/rows.ts";

const LICET_SETTINGS =
  "Licet runs with its defaults (SQLite in a folder, every commit flushed to disk, audit on) and one worker, unless the " +
  "row says otherwise. Set are port, base URL, data folder, secret, workers and log level warn; where PostgreSQL is " +
  "named, also the URL of one that flushes every commit.";

async function main(options: Options): Promise<void> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "licet-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

  const progress = (text: string): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`${String(seconds).padStart(4)} s  ${text}\n`);
  };
  const { warmUpRequests = Number.POSITIVE_INFINITY } = options;
  const context: BenchContext = {
    ...options,
    progress,
    databases: createDatabases(folder, progress),
    limitWarmUp: (extent) => ({
      ...extent,
      requests: Math.min(extent.requests ?? warmUpRequests, warmUpRequests),
    }),
  };
  const name = options.peers ? "peers" : "latest";

  const generator = await measureGenerator(context);
  const results: RowResult[] = [];
  const failures: Failure[] = [];
  const collect = (): BenchResult => collectResult(options, generator, results, failures);
  for (const [row, measureRow] of Object.entries(options.peers ? PEER_ROWS : ROWS)) {
    if (!(options.only?.includes(row) ?? true)) continue;
    try {
      results.push(await measureRow(context));
    } catch (error) {
      // The other rows are still worth measuring. The report names this one, and the exit code says it as well.
      progress(`${row} failed`);
      console.error(error);
      failures.push({ row, error: (error as Error).message });
    }
    // After every row, so that a run that is ended early leaves what it has measured.
    writeResult(name, collect());
  }
  await context.databases.close();

  const result = collect();
  if (options.publish && failures.length === 0) publishResult(name, result);
  console.log(`\n${formatReport(result)}`);
  if (failures.length > 0) process.exitCode = 1;
}

function collectResult(
  options: Options,
  generator: Measurement,
  results: readonly RowResult[],
  failures: readonly Failure[],
): BenchResult {
  const rates = results.flatMap((row) => row.rates);
  const peers = results.flatMap((row) => row.peers ?? []);
  return {
    at: new Date().toISOString(),
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? "unknown",
      node: process.versions.node,
    },
    settings: {
      rounds: options.rounds,
      seconds: options.seconds,
      connections: CONNECTIONS,
      licet: LICET_SETTINGS,
    },
    generator,
    rates,
    verdicts: results.flatMap((row) => row.verdicts),
    ...(options.peers && { peers }),
    warnings: findWarnings(rates),
    failures,
  };
}

// The exit handlers stop the servers and delete the databases.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

await main(readArguments()).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

function readArguments(): Options {
  const rows = Object.keys(ROWS);
  try {
    return parseOptions(process.argv.slice(2), rows);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${createUsage(rows)}`);
    process.exit(2);
  }
}
