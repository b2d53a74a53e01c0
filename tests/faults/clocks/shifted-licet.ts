import { execFile } from "node:child_process";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MAIN, spawnLicet } from "../../support/spawn-licet.ts";
import { TEST_SECRET } from "../../support/start-licet.ts";

const PRELOAD = new URL("./shift-clock.ts", import.meta.url).href;
const BY_OWN_CLOCK = fileURLToPath(new URL("./licet-by-own-clock.ts", import.meta.url));

/** All nodes are known by one address, and none listens there. */
export const BASE_URL = "http://127.0.0.1:4455";

/** A real `licet serve` whose clock can be set while it runs. */
export interface ShiftedLicet {
  readonly url: string;
  readonly output: () => string;
  setClock(aheadSeconds: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ShiftOptions {
  readonly databaseUrl: string;
  /** False: it believes its own clock, as the control of an experiment needs it. */
  readonly compares: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  readonly aheadSeconds?: number;
}

export async function startShifted(options: ShiftOptions): Promise<ShiftedLicet> {
  const folder = await mkdtemp(join(tmpdir(), "licet-clock-"));
  const file = join(folder, "ahead");
  const setClock = async (aheadSeconds: number) => {
    await writeFile(`${file}.new`, String(aheadSeconds));
    await rename(`${file}.new`, file);
  };
  await setClock(options.aheadSeconds ?? 0);
  const licet = await spawnLicet({
    databaseUrl: options.databaseUrl,
    arguments: ["--base-url", BASE_URL, ...(options.arguments ?? [])],
    environment: { ...options.settings, NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_SHIFT_FILE: file },
    ...(!options.compares && { main: BY_OWN_CLOCK }),
  });
  return {
    url: licet.url,
    output: licet.output,
    setClock,
    async stop() {
      await licet.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A command beside the servers. */
export async function runLicet(databaseUrl: string, ...words: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env.PATH, LICET_DATABASE_URL: databaseUrl, LICET_SECRET: TEST_SECRET },
  });
}
