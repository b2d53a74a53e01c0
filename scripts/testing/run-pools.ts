import { type FileRun, startTestProcess } from "./process/start-test-process.ts";

/** One more than the smallest supported machine has cores: some tests wait for a database or a browser. */
const PROCESSES = 3;

/** A file to run, and the stage that counts it. */
export interface TestTask {
  readonly file: string;
  readonly stage: string;
}

/** Tasks that need the same environment variables and can therefore share processes. */
export interface TestPool {
  /** The options of `npm test` that run a file in the same way. */
  readonly options: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly tasks: readonly TestTask[];
  /** How many processes may run its tasks at the same time. */
  readonly mostProcesses: number;
}

export interface TaskRun extends FileRun, TestTask {
  readonly pool: TestPool;
}

interface OpenPool {
  readonly pool: TestPool;
  readonly waiting: TestTask[];
  processes: number;
}

/** Runs the tasks of all pools in a few processes, each of which takes the next task of its pool until none is left. */
export async function runPools(
  pools: readonly TestPool[],
  signal: AbortSignal,
  onRun: (run: TaskRun) => void,
): Promise<void> {
  const open = pools.map((pool): OpenPool => ({ pool, waiting: [...pool.tasks], processes: 0 }));
  const takePool = () =>
    open
      .filter(({ pool, waiting, processes }) => waiting.length > 0 && processes < pool.mostProcesses)
      // A pool without a process first; otherwise the one with the most work for each of its processes.
      .sort((a, b) => b.waiting.length / (b.processes + 0.01) - a.waiting.length / (a.processes + 0.01))[0];

  const work = async () => {
    for (let next = takePool(); next && !signal.aborted; next = takePool()) {
      next.processes += 1;
      await runPool(next, signal, onRun);
      next.processes -= 1;
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
}

/** One process, and another one after a file that ended it. */
async function runPool(
  { pool, waiting }: OpenPool,
  signal: AbortSignal,
  onRun: (run: TaskRun) => void,
): Promise<void> {
  const testProcess = startTestProcess(pool.variables);
  const onAbort = () => testProcess.kill();
  signal.addEventListener("abort", onAbort);
  for (let task = waiting.shift(); task; task = testProcess.isAlive ? waiting.shift() : undefined) {
    const run = await testProcess.run(task.file);
    if (!signal.aborted) onRun({ ...run, ...task, pool });
    else break;
  }
  signal.removeEventListener("abort", onAbort);
  await testProcess.end();
}
