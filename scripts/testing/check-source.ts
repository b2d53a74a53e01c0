import { runCommand } from "./run-command.ts";
import type { TestRun } from "./test-run.ts";

/** Checks the source without running it. */
export async function checkSource({ stage }: TestRun): Promise<void> {
  await stage("lint and format", () => runCommand("biome", "check", "."));
  await stage("types", () => runCommand("tsc", "--noEmit"));
  await stage("types of the console", () => runCommand("tsc", "--noEmit", "-p", "packages/console"));
}
