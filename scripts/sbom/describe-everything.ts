import { spawnSync } from "node:child_process";
import { npmCommand } from "../install/npm-command.mjs";
import type { Bom } from "./keep-production.ts";

const ARGUMENTS = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--offline", "--loglevel=error"];

/** Describes every package of the lock file, as npm does. */
export function describeEverything(root: string): Bom {
  const [command, ...before] = npmCommand();
  const { status, stdout, stderr, error } = spawnSync(command, [...before, ...ARGUMENTS], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    shell: command.endsWith(".cmd"),
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`npm sbom ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout) as Bom;
}
