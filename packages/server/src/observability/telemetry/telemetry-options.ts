export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Where one signal is sent. Headers may hold a secret: they are never logged. */
export interface OtlpTarget {
  readonly url: string;
  readonly protocol: "http/protobuf" | "http/json";
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds: number;
  readonly compression: "none" | "gzip";
  /** What is trusted and presented instead of the system's authorities; PEM. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

export interface TraceOptions extends OtlpTarget {
  readonly sampler: (typeof SAMPLERS)[number];
  /** The part of new traces that is recorded, by the samplers of a ratio. */
  readonly ratio: number;
  /** False: the `traceparent` of callers is not read. */
  readonly followsCallers: boolean;
  readonly delayMilliseconds: number;
  readonly queueSpans: number;
  readonly batchSpans: number;
}

export interface MetricExportOptions extends OtlpTarget {
  readonly intervalMilliseconds: number;
}

export interface TelemetryOptions {
  readonly serviceName: string;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly traces: TraceOptions | undefined;
  readonly metrics: MetricExportOptions | undefined;
}
