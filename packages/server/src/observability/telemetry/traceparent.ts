import type { SpanContext } from "@opentelemetry/api";

/** W3C Trace Context §3.2.2. A later version may have more behind the flags. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Undefined where a caller sent none, or one that is not valid (§4.3: a new trace begins then). */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags = "", more] = (text !== undefined && TRACEPARENT.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined))
    return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}
