import { ENGINES, type Engine } from "../../tests/support/engines.ts";
import { findTestFiles, runsOn, type TestFiles } from "./find-test-files.ts";
import { orderFiles } from "./order-files.ts";
import type { TestPool } from "./run-pools.ts";
import {
  BROWSER,
  BROWSER_CLIENTS,
  EXPERIMENTS,
  FLOWS,
  INSTALL,
  PACKAGES,
  TWO_WORKERS,
  UNITS,
  WORKER_UNITS,
} from "./test-files.ts";

export interface PoolOptions {
  /** Only files with one of these in their path; all files if there is none. */
  readonly patterns: readonly string[];
  /** The only engine, also of files that do not name it. */
  readonly engine: Engine | undefined;
  /** Given: every server has this many workers, and tests without a server are left out. */
  readonly workers: string | undefined;
  /** With the files of `npm run test:all`, and on both engines wherever a file allows it. */
  readonly all: boolean;
  /** Shuffles the files. */
  readonly seed: number | undefined;
  readonly hasChromium: boolean;
  /** The environment variables of every process. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Decides which files run, with which environment variables, and which of them share processes. */
export function planPools(options: PoolOptions): readonly TestPool[] {
  const { patterns, engine, workers, all, seed } = options;
  const find = (files: TestFiles, isWanted: (file: string) => boolean = () => true) =>
    orderFiles(findTestFiles(files, patterns).filter(isWanted), seed);
  const everywhere = all || engine !== undefined;
  /** What only `npm run test:all` and its own name run. */
  const findRare = (files: TestFiles) => (all || patterns.length > 0 ? find(files) : []);
  const flowsOn = (on: Engine, files = FLOWS) =>
    engine === undefined || engine === on ? find(files, (file) => runsOn(on, file, { everywhere })) : [];
  const pool = (
    stages: Readonly<Record<string, readonly string[]>>,
    {
      on,
      withWorkers = workers,
      mostProcesses = Number.POSITIVE_INFINITY,
    }: {
      readonly on?: Engine | undefined;
      readonly withWorkers?: string | undefined;
      readonly mostProcesses?: number;
    } = {},
  ): TestPool => ({
    options: [
      ...(on === undefined ? [] : ["--engine", on]),
      ...(withWorkers === undefined ? [] : ["--workers", withWorkers]),
      ...(all ? ["--all"] : []),
    ],
    variables: {
      ...options.variables,
      LICET_TEST_ENGINE: on ?? "",
      LICET_TEST_WORKERS: withWorkers ?? "",
    },
    tasks: Object.entries(stages).flatMap(([stage, files]) => files.map((file) => ({ file, stage }))),
    mostProcesses,
  });
  const pools = [
    // Without an engine a flow runs on SQLite, and a test of storage on both engines in turn.
    pool(
      {
        units: workers === undefined ? [...find(UNITS), ...findRare(INSTALL)] : find(WORKER_UNITS),
        "flows on SQLite": flowsOn("sqlite"),
      },
      { on: engine },
    ),
    pool({ "flows on PostgreSQL": flowsOn("postgres") }, { on: "postgres" }),
    // They share a Chromium and servers, which belong to their process.
    pool(
      {
        browser: options.hasChromium ? find(BROWSER) : [],
        "clients in a browser": options.hasChromium ? findRare(BROWSER_CLIENTS) : [],
      },
      { on: engine, mostProcesses: 1 },
    ),
    ...(all
      ? [
          pool({ "short experiments": find(EXPERIMENTS) }, { on: engine, mostProcesses: 2 }),
          pool({ packages: workers === undefined ? find(PACKAGES) : [] }, { mostProcesses: 1 }),
        ]
      : []),
    ...(all || workers !== undefined
      ? []
      : ENGINES.map((on) =>
          pool({ [`two workers on ${on}`]: find(TWO_WORKERS) }, { on, withWorkers: "2", mostProcesses: 1 }),
        )),
  ];
  return pools.filter(({ tasks }) => tasks.length > 0);
}
