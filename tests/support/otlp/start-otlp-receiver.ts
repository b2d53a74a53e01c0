import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { untilKnown } from "../until-known.ts";
import { decodeProtobuf, type Message } from "./decode-protobuf.ts";
import { METRICS, TRACES } from "./otlp-messages.ts";

type Attributes = Readonly<Record<string, unknown>>;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  /** 0 unset, 2 error. */
  readonly statusCode: number;
  readonly milliseconds: number;
}

export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly type: "gauge" | "sum" | "histogram";
  /** 2 is cumulative. */
  readonly temporality: number | undefined;
  readonly isMonotonic: boolean;
  readonly points: readonly (Readonly<Record<string, unknown>> & { readonly attributes: Attributes })[];
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Those of the last export. */
  readonly metrics: readonly ReceivedMetric[];
  readonly requests: readonly {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }[];
  /** Answers with this status from now on. */
  answerWith(status: number): void;
  /** Resolves when the condition holds. */
  until(condition: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

/** A collector that understands OTLP by HTTP, as protobuf and as JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let metrics: readonly ReceivedMetric[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    const path = request.url ?? "";
    requests.push({ path, headers: request.headers, body });
    response.writeHead(status, { "content-type": request.headers["content-type"] ?? "" }).end();
    if (status !== 200) return;
    const isJson = request.headers["content-type"] === "application/json";
    const decode = (message: Message) =>
      isJson ? JSON.parse(body.toString()) : decodeProtobuf(body, message);
    if (path.endsWith("/v1/traces")) spans.push(...readSpans(decode(TRACES)));
    if (path.endsWith("/v1/metrics")) metrics = readMetrics(decode(METRICS));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get metrics() {
      return metrics;
    },
    requests,
    answerWith(next) {
      status = next;
    },
    async until(condition) {
      await untilKnown(
        async () => condition(),
        () => `not among ${requests.length} requests, ${spans.map(({ name }) => name)}`,
      );
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what a program of others sent; the tests look at its values
type Json = any;

const readAttributes = (given: Json): Attributes =>
  Object.fromEntries((given ?? []).map(({ key, value }: Json) => [key, Object.values(value)[0]]));

const readSpans = ({ resourceSpans }: Json): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        kind: span.kind,
        attributes: readAttributes(span.attributes),
        resource: readAttributes(resource.attributes),
        statusCode: span.status?.code ?? 0,
        milliseconds: (Number(span.endTimeUnixNano) - Number(span.startTimeUnixNano)) / 1e6,
      })),
    ),
  );

const readMetrics = ({ resourceMetrics }: Json): ReceivedMetric[] =>
  resourceMetrics.flatMap(({ scopeMetrics }: Json) =>
    scopeMetrics.flatMap(({ metrics }: Json) =>
      metrics.map((metric: Json) => {
        const type = metric.gauge ? "gauge" : metric.sum ? "sum" : "histogram";
        const { dataPoints = [], aggregationTemporality, isMonotonic } = metric[type];
        return {
          name: metric.name,
          unit: metric.unit ?? "",
          type,
          temporality: aggregationTemporality,
          isMonotonic: Boolean(isMonotonic),
          points: dataPoints.map((point: Json) => ({
            ...point,
            attributes: readAttributes(point.attributes),
          })),
        };
      }),
    ),
  );
