import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failed, lastWords, ok, type ReleaseStep, warning, would } from "./release-step.ts";

interface AuditReport {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
}

export const knownVulnerabilities: ReleaseStep = {
  name: "npm audit",
  async run({ run }) {
    const result = await run(["npm", "audit", "--omit=dev", "--json"]);
    const counts = readCounts(result.stdout);
    if (counts === undefined)
      return warning(
        `the registry did not answer: ${lastWords(result)}`,
        "run npm audit --omit=dev where it does",
      );
    const { total = 0, ...severities } = counts;
    const found = Object.entries(severities).filter(([, count]) => count > 0);
    return total === 0
      ? ok("no known vulnerabilities in what runs")
      : failed(
          `${total} known vulnerabilities: ${found.map(([severity, count]) => `${count} ${severity}`).join(", ")}`,
          "fix each, or explain it in the notes and in package.json (overrides)",
        );
  },
};

function readCounts(text: string): Readonly<Record<string, number>> | undefined {
  try {
    return (JSON.parse(text) as AuditReport).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

/** The commit for which the tests passed, so that a second run does not repeat them. */
const STAMP = ".cache/release/tested";

export const testsPass: ReleaseStep = {
  name: "tests",
  async run({ root, run, dryRun, skipTests, environment }) {
    const head = (await run(["git", "rev-parse", "HEAD"])).stdout.trim();
    const stamp = join(root, STAMP);
    if (existsSync(stamp) && readFileSync(stamp, "utf8").trim() === head)
      return ok("passed for this commit before");
    // The maintainer who signed the tag has run all of them; the hosted run has an hour.
    const script = environment.GITHUB_ACTIONS === undefined ? "test:all" : "test";
    if (skipTests && dryRun) return would(`run npm run ${script}; left out by --skip-tests`);
    const { code } = await run(["npm", "run", script], { showOutput: true });
    if (code !== 0) return failed(`ended with ${code}`, "fix what failed; its output is above");
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, `${head}\n`);
    return ok("passed");
  },
};
