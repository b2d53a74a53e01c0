import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { OtlpTarget } from "./telemetry-options.ts";

type ExportAgent = HttpAgent | HttpsAgent;
export type CreateExportAgent = (protocol: string, tls: OtlpTarget["tls"]) => ExportAgent;

/** The connections to collectors. They can be ended: an exporter by itself tries on for seconds after the stop. */
export function createExportAgents(): { readonly create: CreateExportAgent; close(): void } {
  const agents = new Set<ExportAgent>();
  return {
    create(protocol, tls) {
      const agent =
        protocol === "https:"
          ? new HttpsAgent({ keepAlive: true, ...tls })
          : new HttpAgent({ keepAlive: true });
      agents.add(agent);
      return agent;
    },
    close() {
      for (const agent of agents) {
        agent.createConnection = refuse;
        agent.destroy();
      }
    },
  };
}

function refuse(): never {
  throw new Error("the server has stopped");
}
