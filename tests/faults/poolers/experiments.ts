import type { PoolMode } from "../../support/small-pooler.ts";
import type { FaultExperiment } from "../fault-experiment.ts";
import { startPgBouncer } from "./pgbouncer.ts";
import { runPooler } from "./poolers.ts";
import { runSessionClients } from "./session-clients.ts";

const LONGEST_SECONDS = 60;

const behindPgBouncer = (mode: PoolMode): FaultExperiment => ({
  name: `pooler-${mode}`,
  title: `Debian's PgBouncer in ${mode} mode, killed again and again`,
  run: ({ random, seconds }) =>
    runPooler({ mode, startPooler: startPgBouncer, random, seconds: Math.min(LONGEST_SECONDS, seconds) }),
  control: () => runSessionClients(startPgBouncer, mode),
});

export const poolerExperiments: readonly FaultExperiment[] = [
  behindPgBouncer("session"),
  behindPgBouncer("transaction"),
];
