import type { FaultExperiment } from "../fault-experiment.ts";
import { runSlowClients } from "./slow-clients.ts";

export const slowClientExperiments: readonly FaultExperiment[] = [false, true].map((tls) => ({
  name: tls ? "slow-clients-tls" : "slow-clients",
  title: `Clients that send and read slowly on purpose${tls ? ", by TLS" : ""}`,
  run: () => runSlowClients({ connections: 3_000, seconds: 30, tls }),
}));
