import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace as traceApi,
} from "@opentelemetry/api";
import type { Trace } from "../../core/async/trace.ts";
import { findTraceContext, type TraceContext, withTraceContext } from "../trace-context.ts";
import type { TracedRequest, Tracing } from "../tracing.ts";
import { parseTraceparent } from "./traceparent.ts";

/** Steps by the semantic conventions of OpenTelemetry. Nothing that a caller chose becomes part of them. */
export function createTracing(
  tracer: Tracer,
  { followsCallers }: { readonly followsCallers: boolean },
): Tracing {
  const trace: Trace = async (step, work) => {
    const parent = findTraceContext<Span>();
    // A trace that is not recorded has no steps.
    if (parent ? !parent.step.isRecording() : step.beginsTrace !== true) return work();
    const { name, attributes = {} } = step;
    const kind = step.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind, attributes }, contextOf(parent));
    try {
      return await withTraceContext(describe(span), work);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    trace,
    startRequest(request) {
      const remote = followsCallers ? parseTraceparent(request.traceparent) : undefined;
      const parent = remote ? traceApi.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
      const name = request.route === undefined ? request.method : `${request.method} ${request.route}`;
      const span = tracer.startSpan(
        name,
        { kind: SpanKind.SERVER, attributes: attributesOf(request) },
        parent,
      );
      const context = describe(span);
      return {
        run: (work) => withTraceContext(context, work),
        end(status) {
          span.setAttribute("http.response.status_code", status);
          // A refusal is no failure of the server.
          if (status >= 500) {
            span.setAttribute("error.type", String(status));
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
  };
}

const contextOf = (parent: TraceContext<Span> | undefined): Context =>
  parent ? traceApi.setSpan(ROOT_CONTEXT, parent.step) : ROOT_CONTEXT;

function describe(span: Span): TraceContext<Span> {
  const { traceId, spanId } = span.spanContext();
  return { ids: { trace_id: traceId, span_id: spanId }, step: span };
}

function attributesOf({ method, route, scheme }: TracedRequest): Attributes {
  return {
    "http.request.method": method,
    "url.scheme": scheme,
    ...(route !== undefined && { "http.route": route }),
  };
}

/** Only the kind of the error: its message may hold what a caller sent. */
function markFailed(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: SpanStatusCode.ERROR });
}
