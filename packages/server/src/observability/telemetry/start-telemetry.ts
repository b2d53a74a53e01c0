import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { defaultResource, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Tracing } from "../tracing.ts";
import { createMetricProducer } from "./create-metric-producer.ts";
import { createSampler } from "./create-sampler.ts";
import { createTracing } from "./create-tracing.ts";
import { createExportAgents } from "./export-agents.ts";
import { createMetricExporter, createSpanExporter } from "./exporters.ts";
import { reportFailures } from "./report-failures.ts";
import type { TelemetryOptions } from "./telemetry-options.ts";

/** Traces and metrics by OTLP. This file and those beside it are loaded only where they are wanted. */
export interface Telemetry {
  readonly tracing: Tracing | undefined;
  /** Exports the metrics of the server from now on. */
  exportMetrics(metrics: Pick<Metrics, "read">): void;
  /** Sends what waits, for a few seconds at most, and ends. */
  stop(): Promise<void>;
}

/** A part of the time that a stop may take as a whole. */
const FLUSH_MILLISECONDS = 3_000;

export function startTelemetry(
  settings: TelemetryOptions,
  parts: {
    readonly version: string;
    readonly log: Pick<Logger, "info" | "warn">;
    /** The number of this worker, where the server has several. */
    readonly worker?: number | undefined;
  },
): Telemetry {
  const { version, log } = parts;
  const resource = describeServer(settings, parts);
  const agents = createExportAgents();
  const traces = settings.traces && startTraces(settings.traces);
  let meterProvider: MeterProvider | undefined;

  function startTraces(target: NonNullable<TelemetryOptions["traces"]>) {
    const exporter = reportFailures(createSpanExporter(target, agents.create), { what: "traces", log });
    const provider = new TracerProvider({
      resource,
      sampler: createSampler(target),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          scheduledDelayMillis: target.delayMilliseconds,
          // Beyond it spans are dropped: a request never waits for an export.
          maxQueueSize: target.queueSpans,
          maxExportBatchSize: target.batchSpans,
        }),
      ],
    });
    return { provider, tracing: createTracing(provider.getTracer("licet", version), target) };
  }

  return {
    tracing: traces?.tracing,
    exportMetrics(metrics) {
      if (settings.metrics === undefined) return;
      const exporter = createMetricExporter(settings.metrics, agents.create);
      const reader = new PeriodicExportingMetricReader({
        exporter: reportFailures(exporter, { what: "metrics", log }),
        exportIntervalMillis: settings.metrics.intervalMilliseconds,
        metricProducers: [createMetricProducer(metrics, { resource, version })],
      });
      meterProvider = new MeterProvider({ resource, readers: [reader] });
    },
    async stop() {
      const flushed = Promise.allSettled([traces?.provider.shutdown(), meterProvider?.shutdown()]);
      await Promise.race([flushed, sleep(FLUSH_MILLISECONDS)]);
      agents.close();
    },
  };
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

function describeServer(
  { serviceName, resourceAttributes }: TelemetryOptions,
  { version, worker }: { readonly version: string; readonly worker?: number | undefined },
): Resource {
  const instance = resourceAttributes["service.instance.id"];
  return defaultResource().merge(
    resourceFromAttributes({
      "service.version": version,
      "service.instance.id": randomUUID(),
      "host.name": hostname(),
      ...resourceAttributes,
      // Each worker counts for itself, so no two may have the id that is set for all of them.
      ...(instance !== undefined &&
        worker !== undefined && { "service.instance.id": `${instance}-${worker}` }),
      "service.name": serviceName,
    }),
  );
}
