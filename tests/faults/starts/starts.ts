import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Measurement } from "../fault-experiment.ts";
import { SITUATIONS, type Situation } from "./situations.ts";

const MAIN = fileURLToPath(new URL("../../../packages/server/bin/licet.mjs", import.meta.url));
/** A start that has neither ended nor served by then tries for ever. */
const LIMIT_MILLISECONDS = 60_000;

/** Starts a real `licet serve` in each situation. `healthy`: the folders stay whole, so that nothing should be found wrong. */
export async function runStarts({ healthy = false } = {}): Promise<Measurement> {
  const root = mkdtempSync(join(tmpdir(), "licet-starts-"));
  try {
    const whole = join(root, "whole");
    const first = await start(whole, {});
    const violations = first.served ? [] : [`the first start failed: ${first.output}`];
    for (const [index, situation] of SITUATIONS.entries()) {
      const folder = join(root, String(index));
      cpSync(whole, folder, { recursive: true });
      if (!healthy) situation.breakIt(folder);
      violations.push(...(await findViolations(folder, situation, healthy)));
    }
    return {
      load: `${SITUATIONS.length} starts of \`licet serve\` on SQLite`,
      faults: SITUATIONS.map(({ name }) => name).join("; "),
      figure: `${violations.length} starts that said or did something else`,
      bar: "exit code 1 with a sentence that says what to do, and no byte written; what may be new starts with a warning",
      violations,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function findViolations(
  folder: string,
  { name, environment, ends, says }: Situation,
  healthy: boolean,
): Promise<readonly string[]> {
  const before = hashFiles(folder);
  const { served, code, output } = await start(folder, healthy ? {} : (environment?.(folder) ?? {}));
  const violations: string[] = [];
  if (!says.test(output)) violations.push(`${name}: does not say what is wrong: ${output.slice(0, 400)}`);
  if (served === ends) violations.push(`${name}: ${served ? "serves" : `ended with ${code}`}`);
  if (ends && code !== 1) violations.push(`${name}: exit code ${code}`);
  if (/unexpected error|^\s+at /m.test(output)) violations.push(`${name}: a stack or an unexpected error`);
  const changed = findChanges(before, hashFiles(folder));
  if (ends && changed.length > 0) violations.push(`${name}: changed ${changed.join(", ")}`);
  return violations;
}

interface Start {
  readonly served: boolean;
  readonly code: number | null;
  readonly output: string;
}

/** Resolves when it has ended by itself, or has served and was stopped. */
function start(folder: string, environment: Readonly<Record<string, string>>): Promise<Start> {
  const child = spawn(process.execPath, [MAIN, "serve", "--port", "0"], {
    env: { PATH: process.env.PATH, LICET_DATA_DIR: folder, ...environment },
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let served = false;
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MILLISECONDS);
  const read = (chunk: Buffer) => {
    output += chunk;
    if (served || !/Address\s+http:/.test(output)) return;
    served = true;
    child.kill("SIGTERM");
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return new Promise((resolve) => {
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve({ served, code, output });
    });
  });
}

/** The content of every file, by its path. */
function hashFiles(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    paths.map((path) => {
      const file = join(folder, path);
      if (statSync(file).isDirectory()) return [path, "a folder"];
      return [path, createHash("sha256").update(readFileSync(file)).digest("hex")];
    }),
  );
}

const findChanges = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
