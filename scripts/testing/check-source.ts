import { runCommand } from "./run-command.ts";
import type { TestRun } from "./test-run.ts";

/** Several checkers would each work out the types that their files share: twice the processor time, and no sooner. */
const ONE_CHECKER = ["--checkers", "1"];

/** Checks the source without running it. */
export async function checkSource({ stage }: TestRun): Promise<void> {
  await stage("lint and format", () => runCommand("biome", "check", "."));
  await stage("types", () => runCommand("tsc", "--noEmit", ...ONE_CHECKER));
  await stage("types of the console", () =>
    runCommand("tsc", "--noEmit", "-p", "packages/console", ...ONE_CHECKER),
  );
}
