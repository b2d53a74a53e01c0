/**
 * Which storage engine a test runs on. `npm test` runs the flows once for each. A test that needs one says so: a whole
 * file by a line such as `// @engine sqlite: REASON`, which the run reads; a part of a file by the functions below.
 */

import { describe, type TestContext, test } from "node:test";

export type Engine = "sqlite" | "postgres";

const isEngine = (name: string): name is Engine => name === "sqlite" || name === "postgres";

/** `LICET_TEST_ENGINE`: the only engine of this run. */
function chosenEngine(name = process.env.LICET_TEST_ENGINE ?? ""): Engine | undefined {
  if (name === "" || isEngine(name)) return name || undefined;
  throw new Error(`LICET_TEST_ENGINE is ${name}, which is neither sqlite nor postgres`);
}

/** The engine of the flow and security tests. */
export const ENGINE: Engine = chosenEngine() ?? "sqlite";

/** The engines on which a unit test of storage runs, one after the other. */
export const ENGINES: readonly Engine[] = [chosenEngine() ?? (["sqlite", "postgres"] as const)].flat();

/**
 * Tests that need one engine: several nodes share a database on PostgreSQL alone (ADR 0012). In the run of the other
 * engine they do not exist, so that nothing is reported as skipped that could never run there.
 */
export function describeOn(engine: Engine, name: string, define: () => void): void {
  if (ENGINE === engine) void describe(name, define);
}
export function testOn(engine: Engine, name: string, work: (t: TestContext) => Promise<void>): void {
  if (ENGINE === engine) void test(name, work);
}
