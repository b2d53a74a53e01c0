/** `npm run release -- --dry-run`: goes through a release (docs/releasing.md). Without `--dry-run` it makes it. */

import { parseArgs } from "node:util";
import { isHosted } from "./release/check-repository.ts";
import { readVersion } from "./release/read-versions.ts";
import type { ReleaseContext } from "./release/release-step.ts";
import { PREPARATION, PUBLICATION } from "./release/release-steps.ts";
import { createRunCommand } from "./release/run-command.ts";
import { formatOutcome, hasFailed, runSteps, type StepOutcome } from "./release/run-steps.ts";
import { ask } from "./testing/ask.ts";
import { root } from "./testing/root.ts";

const USAGE = `npm run release -- [options]
  --dry-run      go through all steps; nothing is tagged, pushed or published
  --skip-tests   leave the tests out; only with --dry-run`;

function readOptionsOrExit() {
  try {
    const { values } = parseArgs({
      options: {
        "dry-run": { type: "boolean", default: false },
        "skip-tests": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (values["skip-tests"] && !values["dry-run"])
      throw new TypeError(`a release needs its tests: --skip-tests is for --dry-run\n${USAGE}`);
    return { dryRun: values["dry-run"], skipTests: values["skip-tests"] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const context: ReleaseContext = {
  root,
  ...readOptionsOrExit(),
  environment: process.env,
  run: createRunCommand(root),
};
const tell = (outcome: StepOutcome) => console.log(formatOutcome(outcome));

/** At a terminal it asks once. A hosted run was asked by whoever pushed the tag. */
async function mayPublish(): Promise<boolean> {
  if (context.dryRun || isHosted(context)) return true;
  return await ask(
    `Sign the tag v${readVersion(root)}, and push it with main? The hosted run then publishes.`,
    new AbortController().signal,
  );
}

console.log(
  `Licet ${readVersion(root)}${context.dryRun ? ", dry run: nothing is tagged, pushed or published" : ""}\n`,
);
const prepared = await runSteps(PREPARATION, context, tell);
if (hasFailed(prepared) && !context.dryRun) {
  console.error("\nNothing was tagged, pushed or published.");
  process.exit(1);
}
if (!(await mayPublish())) {
  console.error("\nNothing was tagged, pushed or published.");
  process.exit(1);
}
const outcomes = [...prepared, ...(await runSteps(PUBLICATION, context, tell))];
const failures = outcomes.filter(({ status }) => status === "failed");
if (context.dryRun)
  console.log(
    failures.length === 0
      ? "\nA release would go through."
      : `\nA release would stop at: ${failures.map(({ name }) => name).join(", ")}.`,
  );
process.exitCode = failures.length === 0 ? 0 : 1;
