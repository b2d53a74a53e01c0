import type { Trace } from "../core/async/trace.ts";

/** Records what a server does for its callers. Exists only where traces are exported. */
export interface Tracing {
  readonly trace: Trace;
  /** Begins the trace of a request, or goes on with that of its caller. */
  startRequest(request: TracedRequest): RequestSpan;
}

export interface TracedRequest {
  readonly method: string;
  /** The template of the path. Undefined where there is none: the path itself may hold anything. */
  readonly route: string | undefined;
  readonly scheme: string;
  /** The header field of W3C Trace Context. */
  readonly traceparent: string | undefined;
}

export interface RequestSpan {
  /** Runs the work of the request: steps in it belong to this request. */
  run<T>(work: () => T): T;
  end(status: number): void;
}
