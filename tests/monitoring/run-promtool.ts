/**
 * `npm run test:alerts`: Prometheus's own tool reads the alert rules and runs their cases. Apart from `npm test`, which
 * needs no program of others.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

for (const args of [
  ["check", "rules", pathOf("deploy/prometheus/alerts.yaml")],
  ["test", "rules", pathOf("tests/monitoring/alerts.test.yaml")],
]) {
  const { status, error } = spawnSync("promtool", args, { stdio: "inherit" });
  if (error) {
    console.error(
      `promtool could not be started (${error.message}): install Debian's package prometheus, which has it`,
    );
    process.exit(1);
  }
  if (status !== 0) process.exit(1);
}
