import { rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import { readMemoryBytes, startInstalled } from "./start-installed.ts";

export interface MeasuredStart {
  readonly name: string;
  readonly medianMilliseconds: number;
  /** What the machine can do when it does nothing else. */
  readonly fastestMilliseconds: number;
  readonly memoryBytes: number | undefined;
}

const ROUNDS = 5;

/** Starts an installed `licet` several times: as new, in an empty folder, and in a folder with the demo's data. */
export async function measureStarts(
  install: string,
  node: string,
  say: (text: string) => void,
): Promise<readonly MeasuredStart[]> {
  const cwd = join(install, "work");
  const compiled = join(install, "node_modules/licet/.cache");
  const removeData = () => rmSync(cwd, { recursive: true, force: true });
  const cases: readonly (readonly [name: string, prepare: () => void])[] = [
    [
      "the first start after the install, in an empty folder",
      () => {
        removeData();
        rmSync(compiled, { recursive: true, force: true });
      },
    ],
    ["a later start, in an empty folder", removeData],
    ["a later start, with the demo's data", () => {}],
  ];
  const measured: MeasuredStart[] = [];
  for (const [name, prepare] of cases) {
    say(`${name}: ${ROUNDS} starts …`);
    const starts = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      prepare();
      starts.push(await startOnce(install, node, cwd));
    }
    const times = starts.map(({ readyMilliseconds }) => readyMilliseconds);
    const memory = starts.flatMap(({ memoryBytes }) => memoryBytes ?? []);
    measured.push({
      name,
      medianMilliseconds: median(times),
      fastestMilliseconds: Math.min(...times),
      memoryBytes: memory.length > 0 ? median(memory) : undefined,
    });
  }
  return measured;
}

async function startOnce(install: string, node: string, cwd: string) {
  const licet = await startInstalled({ install, node, cwd, port: await freePort() });
  const { readyMilliseconds, child } = licet;
  const memoryBytes = child.pid === undefined ? undefined : readMemoryBytes(child.pid);
  await licet.stop();
  return { readyMilliseconds, memoryBytes };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
