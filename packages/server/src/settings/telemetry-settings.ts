import { InvalidInputError } from "../core/errors/errors.ts";
import {
  type MetricExportOptions,
  type OtlpTarget,
  SAMPLERS,
  type TelemetryOptions,
  type TraceOptions,
} from "../observability/telemetry/telemetry-options.ts";
import { createReadVariables, type ReadVariables, type Variables } from "./telemetry-variables.ts";
import { readText } from "./values.ts";

/** The time in which a stop has to end bounds every export. */
const LONGEST_TIMEOUT_MILLISECONDS = 10_000;
const PROTOCOLS = ["http/protobuf", "http/json"] as const;

/**
 * OpenTelemetry by its own environment variables, as other programs have them. Undefined when nothing is to be exported. A signal is exported where its endpoint is set, or its exporter is `otlp`;
 * a name of the service alone turns nothing on, because platforms set it for everybody.
 */
export function parseTelemetrySettings(env: Variables): TelemetryOptions | undefined {
  const read = createReadVariables(env);
  if (read.flag("OTEL_SDK_DISABLED")) return undefined;
  const traces = parseTarget(read, "TRACES");
  const metrics = parseTarget(read, "METRICS");
  if (traces === undefined && metrics === undefined) return undefined;
  const { "service.name": name, ...resourceAttributes } = read.pairs("OTEL_RESOURCE_ATTRIBUTES");
  return {
    serviceName: read.text("OTEL_SERVICE_NAME") ?? name ?? "licet",
    resourceAttributes,
    traces: traces && { ...traces, ...parseTracing(read) },
    metrics: metrics && { ...metrics, ...parseMetrics(read) },
  };
}

function parseTarget(read: ReadVariables, signal: "TRACES" | "METRICS"): OtlpTarget | undefined {
  const exporter = read.oneOf(`OTEL_${signal}_EXPORTER`, ["otlp", "none"], EXPORTERS_OFFERED);
  const common = read.text("OTEL_EXPORTER_OTLP_ENDPOINT");
  const own = read.text(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
  if (exporter === "none" || (exporter === undefined && common === undefined && own === undefined))
    return undefined;
  /** The variable of the signal beats the one for all signals. */
  const nameOf = (rest: string) => {
    const ofSignal = `OTEL_EXPORTER_OTLP_${signal}_${rest}`;
    return read.text(ofSignal) === undefined ? `OTEL_EXPORTER_OTLP_${rest}` : ofSignal;
  };
  return {
    url:
      own === undefined ? appendPath(read, signal) : read.url(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, own),
    protocol: read.oneOf(nameOf("PROTOCOL"), PROTOCOLS, PROTOCOLS_OFFERED) ?? "http/protobuf",
    headers: {
      ...read.pairs("OTEL_EXPORTER_OTLP_HEADERS"),
      ...read.pairs(`OTEL_EXPORTER_OTLP_${signal}_HEADERS`),
    },
    timeoutMilliseconds: Math.min(
      read.wholeNumber(nameOf("TIMEOUT"), LONGEST_TIMEOUT_MILLISECONDS),
      LONGEST_TIMEOUT_MILLISECONDS,
    ),
    compression: read.oneOf(nameOf("COMPRESSION"), ["none", "gzip"]) ?? "none",
    tls: readTls(read, nameOf),
  };
}

const EXPORTERS_OFFERED =
  "; Licet exports by OTLP only, and offers its metrics to Prometheus at /metrics by LICET_METRICS";
const PROTOCOLS_OFFERED =
  "; grpc is not supported: collectors take OTLP by HTTP as well, as a rule on port 4318";

function appendPath(read: ReadVariables, signal: "TRACES" | "METRICS"): string {
  const name = "OTEL_EXPORTER_OTLP_ENDPOINT";
  const base = read.url(name, read.text(name) ?? "http://localhost:4318");
  return `${base.replace(/\/$/, "")}/v1/${signal.toLowerCase()}`;
}

function readTls(read: ReadVariables, nameOf: (rest: string) => string): OtlpTarget["tls"] {
  const pem = (rest: string): string | undefined => {
    const path = read.text(nameOf(rest));
    return path === undefined ? undefined : readText(path, nameOf(rest));
  };
  const [ca, cert, key] = [pem("CERTIFICATE"), pem("CLIENT_CERTIFICATE"), pem("CLIENT_KEY")];
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}

function parseTracing(read: ReadVariables): Omit<TraceOptions, keyof OtlpTarget> {
  const propagators = read.text("OTEL_PROPAGATORS")?.split(",") ?? ["tracecontext"];
  const queueSpans = read.wholeNumber("OTEL_BSP_MAX_QUEUE_SIZE", 2_048);
  return {
    sampler: read.oneOf("OTEL_TRACES_SAMPLER", SAMPLERS) ?? "parentbased_always_on",
    ratio: read.ratio("OTEL_TRACES_SAMPLER_ARG"),
    followsCallers: propagators.some((each) => each.trim() === "tracecontext"),
    delayMilliseconds: read.wholeNumber("OTEL_BSP_SCHEDULE_DELAY", 5_000),
    queueSpans,
    batchSpans: Math.min(read.wholeNumber("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 512), queueSpans),
  };
}

function parseMetrics(read: ReadVariables): Omit<MetricExportOptions, keyof OtlpTarget> {
  const temporality = read.text("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE") ?? "cumulative";
  if (temporality.toLowerCase() !== "cumulative")
    throw new InvalidInputError(
      "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE is not valid: expected cumulative; where delta is needed, let a collector convert it (the processor cumulativetodelta)",
    );
  return { intervalMilliseconds: read.wholeNumber("OTEL_METRIC_EXPORT_INTERVAL", 60_000) };
}
