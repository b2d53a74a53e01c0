import { setTimeout as sleep } from "node:timers/promises";
import { keptCount } from "../../../tests/support/kept-for-process.ts";

/** Sockets and timers end shortly after their owner was closed. */
const PATIENCE_MILLISECONDS = 10_000;
const LOOK_EVERY_MILLISECONDS = 10;

/** What one test file could change for the next file in its process. */
export interface ProcessState {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly listeners: ReadonlyMap<string, number>;
  readonly handles: ReadonlyMap<string, number>;
  readonly globals: ReadonlyMap<string, unknown>;
  readonly kept: number;
}

/** Tests replace these. */
const REPLACEABLE = ["fetch", "setTimeout", "setInterval", "setImmediate", "Date"] as const;

export function readProcessState(): ProcessState {
  return {
    directory: process.cwd(),
    variables: { ...process.env },
    listeners: countListeners(),
    handles: countHandles(),
    globals: new Map([
      ...REPLACEABLE.map((name): [string, unknown] => [name, globalThis[name]]),
      ["Date.now", Date.now],
      ["performance.now", performance.now],
      ["Math.random", Math.random],
    ]),
    kept: keptCount(),
  };
}

/** What is done when the process ends changes nothing for the next file. */
const AT_THE_END: readonly (string | symbol)[] = ["beforeExit", "exit"];

const countListeners = (): ReadonlyMap<string, number> =>
  new Map(
    process
      .eventNames()
      .filter((name) => !AT_THE_END.includes(name))
      .map((name) => [String(name), process.listenerCount(name)]),
  );

/** Handles of Node that keep a process alive, and have to be closed. Requests that are under way end by themselves. */
function countHandles(): ReadonlyMap<string, number> {
  const kinds = process.getActiveResourcesInfo().filter((kind) => !/Req|Immediate|^PipeWrap$/.test(kind));
  return new Map(
    Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, all = []]) => [kind, all.length]),
  );
}

/** Compares with the state before the file. Handles have some time to close. */
export async function findLeftBehind(before: ProcessState): Promise<readonly string[]> {
  const after = readProcessState();
  // What is kept for the process has listeners and handles of its own.
  if (after.kept > before.kept) return [];
  const found = [
    ...(after.directory === before.directory ? [] : [`the directory is ${after.directory}`]),
    ...compareVariables(before.variables, after.variables),
    ...compareCounts("listener of the process for", before.listeners, after.listeners),
    ...Array.from(after.globals).flatMap(([name, value]) =>
      value === before.globals.get(name) ? [] : [`${name} is replaced`],
    ),
  ];
  return [...found, ...(await waitForHandles(before.handles))];
}

async function waitForHandles(before: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const found = compareCounts("open", before, countHandles());
    if (found.length === 0 || performance.now() > giveUpAt) return found;
    await sleep(LOOK_EVERY_MILLISECONDS, undefined, { ref: false });
  }
}

const compareVariables = (
  before: ProcessState["variables"],
  after: ProcessState["variables"],
): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => `the variable ${name} is changed`);

const compareCounts = (
  what: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] =>
  Array.from(after).flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} more ${what} ${kind}`] : [];
  });
