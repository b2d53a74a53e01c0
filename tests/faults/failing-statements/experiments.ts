import type { FaultExperiment } from "../fault-experiment.ts";
import { runFailingStatements } from "./failing-statements.ts";

/** One statement of a flow fails. */
export const failingStatementExperiments: readonly FaultExperiment[] = [
  {
    name: "failing-statements-sqlite",
    title: "Each write of sign-in, code exchange and refresh fails in turn, SQLite",
    run: () => runFailingStatements("sqlite"),
    control: () => runFailingStatements("sqlite", { tears: true }),
  },
  {
    name: "failing-statements-postgres",
    title: "Each write of sign-in, code exchange and refresh fails in turn, PostgreSQL",
    run: () => runFailingStatements("postgres"),
    control: () => runFailingStatements("postgres", { tears: true }),
  },
];
