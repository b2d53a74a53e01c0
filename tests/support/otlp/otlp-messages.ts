/** The fields of OTLP that the tests read (opentelemetry-proto 1.x), under the names of its JSON form. */

import type { Message } from "./decode-protobuf.ts";

const ANY_VALUE: Message = {
  1: ["stringValue", "string"],
  2: ["boolValue", "varint"],
  3: ["intValue", "varint"],
  4: ["doubleValue", "double"],
};
const KEY_VALUE: Message = { 1: ["key", "string"], 2: ["value", ANY_VALUE] };
const RESOURCE: Message = { 1: ["attributes", KEY_VALUE, "*"] };

const SPAN: Message = {
  1: ["traceId", "hex"],
  2: ["spanId", "hex"],
  4: ["parentSpanId", "hex"],
  5: ["name", "string"],
  6: ["kind", "varint"],
  7: ["startTimeUnixNano", "fixed64"],
  8: ["endTimeUnixNano", "fixed64"],
  9: ["attributes", KEY_VALUE, "*"],
  15: ["status", { 2: ["message", "string"], 3: ["code", "varint"] }],
};

export const TRACES: Message = {
  1: [
    "resourceSpans",
    { 1: ["resource", RESOURCE], 2: ["scopeSpans", { 2: ["spans", SPAN, "*"] }, "*"] },
    "*",
  ],
};

const NUMBER_POINT: Message = {
  2: ["startTimeUnixNano", "fixed64"],
  3: ["timeUnixNano", "fixed64"],
  4: ["asDouble", "double"],
  6: ["asInt", "fixed64"],
  7: ["attributes", KEY_VALUE, "*"],
};
const HISTOGRAM_POINT: Message = {
  2: ["startTimeUnixNano", "fixed64"],
  3: ["timeUnixNano", "fixed64"],
  4: ["count", "fixed64"],
  5: ["sum", "double"],
  6: ["bucketCounts", "packed fixed64"],
  7: ["explicitBounds", "packed double"],
  9: ["attributes", KEY_VALUE, "*"],
};
const METRIC: Message = {
  1: ["name", "string"],
  2: ["description", "string"],
  3: ["unit", "string"],
  5: ["gauge", { 1: ["dataPoints", NUMBER_POINT, "*"] }],
  7: [
    "sum",
    {
      1: ["dataPoints", NUMBER_POINT, "*"],
      2: ["aggregationTemporality", "varint"],
      3: ["isMonotonic", "varint"],
    },
  ],
  9: ["histogram", { 1: ["dataPoints", HISTOGRAM_POINT, "*"], 2: ["aggregationTemporality", "varint"] }],
};

export const METRICS: Message = {
  1: [
    "resourceMetrics",
    { 1: ["resource", RESOURCE], 2: ["scopeMetrics", { 2: ["metrics", METRIC, "*"] }, "*"] },
    "*",
  ],
};
