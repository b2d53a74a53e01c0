/**
 * `npm run test:all`: everything that can be checked, for a release and for each night. It takes hours on two cores.
 * `npm run test:all -- NAME …`: only these parts.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./testing/root.ts";
import { oneFailed, onePassed } from "./testing/stage.ts";
import { startTestRun } from "./testing/test-run.ts";

/** A part is a command of its own; its name is what follows `npm run test:`, or a part of the whole test run. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  engines: ["scripts/test.ts", "--all"],
  workers: ["scripts/test.ts", "--all", "--workers", "2"],
  properties: ["tests/properties/run.ts"],
  packages: ["tests/packages/run.ts"],
  clients: ["tests/clients/run.ts"],
  deploy: ["tests/deploy/run.ts"],
  alerts: ["tests/monitoring/run-promtool.ts"],
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts are ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

const run = startTestRun();
for (const [name, args] of Object.entries(PARTS))
  if (chosen.length === 0 || chosen.includes(name)) await run.stage(name, () => runPart(name, args));
run.finish();

async function runPart(name: string, args: readonly string[]) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` },
  });
  const [code] = await once(child, "exit");
  return code === 0 ? onePassed : oneFailed(`repeat it: npm run test:all -- ${name}`);
}
