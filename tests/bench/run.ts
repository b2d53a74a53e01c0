/** `npm run bench`: measures, prints, writes. The exit code is 0 even if targets are missed, and 1 if an answer is wrong. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext } from "./bench-context.ts";
import { createDatabases } from "./databases.ts";
import { measureGenerator } from "./loads/measure-generator.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { CONNECTIONS } from "./report/measurement.ts";
import { drawPicture } from "./report/picture.ts";
import { formatReport } from "./report/report.ts";
import type { BenchResult, RowResult } from "./report/result.ts";
import { findWarnings } from "./report/warnings.ts";
import { measureAuthorization } from "./rows/authorization.ts";
import { measureCheck } from "./rows/check.ts";
import { measureClientCredentials } from "./rows/client-credentials.ts";
import { measureCodeExchange } from "./rows/code-exchange.ts";
import { measureGrowth } from "./rows/growth.ts";
import { measureIntrospection } from "./rows/introspection.ts";
import { measureListing } from "./rows/listing.ts";
import { measureLocalChecks } from "./rows/local-checks.ts";
import { measureMemory } from "./rows/memory.ts";
import { measureRefresh } from "./rows/refresh.ts";
import { measureStart } from "./rows/start.ts";
import { measureVerification } from "./rows/verification.ts";

const ROWS: Readonly<Record<string, (context: BenchContext) => Promise<RowResult>>> = {
  client_credentials: measureClientCredentials,
  introspection: measureIntrospection,
  check: measureCheck,
  local_checks: measureLocalChecks,
  listing: measureListing,
  authorization: measureAuthorization,
  code_exchange: measureCodeExchange,
  refresh: measureRefresh,
  start: measureStart,
  memory: measureMemory,
  growth: measureGrowth,
  verification: measureVerification,
};

const LICET_SETTINGS =
  "Licet runs with its defaults (SQLite in a folder, every commit flushed to disk, audit on). " +
  "Set are port, base URL, data folder, secret and log level warn; for authorization, code_exchange and refresh " +
  "also the URL of a PostgreSQL that flushes every commit.";

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

  const generator = await measureGenerator(context);
  const results: RowResult[] = [];
  for (const [name, measureRow] of Object.entries(ROWS)) {
    if (options.only?.includes(name) ?? true) results.push(await measureRow(context));
  }
  await context.databases.close();

  const rates = results.flatMap((row) => row.rates);
  const result: BenchResult = {
    at: new Date().toISOString(),
    machine: { cores: availableParallelism(), node: process.versions.node },
    settings: {
      rounds: options.rounds,
      seconds: options.seconds,
      connections: CONNECTIONS,
      licet: LICET_SETTINGS,
    },
    generator,
    rates,
    verdicts: results.flatMap((row) => row.verdicts),
    warnings: findWarnings(rates),
  };
  writeResult(result, options.publish);
  console.log(`\n${formatReport(result)}`);
}

function writeResult(result: BenchResult, publish: boolean): void {
  const json = `${JSON.stringify(result, roundNumber, 2)}\n`;
  const out = join(import.meta.dirname, "out");
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "latest.json"), json);
  if (!publish) return;
  const docs = join(import.meta.dirname, "../../docs/bench");
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, "latest.json"), json);
  writeFileSync(join(docs, "picture.svg"), drawPicture(result));
}

const roundNumber = (_name: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;

// The exit handlers stop the servers and delete the databases.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

await main(readArguments()).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

function readArguments(): Options {
  try {
    return parseOptions(process.argv.slice(2), Object.keys(ROWS));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}
