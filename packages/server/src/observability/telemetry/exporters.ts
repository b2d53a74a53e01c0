import { OTLPMetricExporter as JsonMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtobufMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import type { PushMetricExporter } from "@opentelemetry/sdk-metrics";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { CreateExportAgent } from "./export-agents.ts";
import type { OtlpTarget } from "./telemetry-options.ts";

export function createSpanExporter(target: OtlpTarget, createAgent: CreateExportAgent): SpanExporter {
  const Exporter = target.protocol === "http/json" ? JsonTraceExporter : ProtobufTraceExporter;
  return new Exporter(describe(target, createAgent));
}

export function createMetricExporter(target: OtlpTarget, createAgent: CreateExportAgent): PushMetricExporter {
  const Exporter = target.protocol === "http/json" ? JsonMetricExporter : ProtobufMetricExporter;
  return new Exporter(describe(target, createAgent));
}

/** Everything is given: what the exporters read from the environment by themselves is what we have read. */
const describe = (target: OtlpTarget, createAgent: CreateExportAgent) => ({
  url: target.url,
  headers: { ...target.headers },
  timeoutMillis: target.timeoutMilliseconds,
  // The enumeration of the package is not part of what it exports to us.
  compression: target.compression as never,
  httpAgentOptions: (protocol: string) => createAgent(protocol, target.tls),
});
