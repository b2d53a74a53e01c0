import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AlwaysOffSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { currentTraceIds } from "../trace-context.ts";
import { createTracing } from "./create-tracing.ts";
import { parseTraceparent } from "./traceparent.ts";

function record(options: { readonly isOff?: boolean } = {}) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
    ...(options.isOff && { sampler: new AlwaysOffSampler() }),
  });
  const tracing = createTracing(provider.getTracer("test"), { followsCallers: true });
  return { ...tracing, spans: () => exporter.getFinishedSpans() };
}

const REQUEST = { method: "GET", route: "/a/:id", scheme: "https", traceparent: undefined };

test("steps belong to the step around them, and log lines name the innermost", async () => {
  const { startRequest, trace, spans } = record();
  const request = startRequest(REQUEST);
  const ids = await request.run(() =>
    trace({ name: "outer" }, () => trace({ name: "inner" }, async () => currentTraceIds())),
  );
  request.end(200);
  const [inner, outer, server] = spans();
  assert.deepEqual([inner?.name, outer?.name, server?.name], ["inner", "outer", "GET /a/:id"]);
  assert.equal(inner?.parentSpanContext?.spanId, outer?.spanContext().spanId);
  assert.equal(outer?.parentSpanContext?.spanId, server?.spanContext().spanId);
  const { traceId, spanId } = inner?.spanContext() ?? {};
  assert.deepEqual(ids, { trace_id: traceId, span_id: spanId });
  assert.deepEqual(currentTraceIds(), {});
});

test("an answer of 5xx and a step that throws are errors, by their kind and without their message", async () => {
  const { startRequest, trace, spans } = record();
  const request = startRequest(REQUEST);
  const failure = new TypeError("alice's secret");
  const failing = request.run(() => trace({ name: "step" }, () => Promise.reject(failure)));
  await assert.rejects(failing, failure);
  request.end(503);
  const [step, server] = spans();
  assert.deepEqual([step?.status, step?.attributes["error.type"]], [{ code: 2 }, "TypeError"]);
  assert.deepEqual([server?.status, server?.attributes["error.type"]], [{ code: 2 }, "503"]);
  assert.doesNotMatch(JSON.stringify([step?.attributes, step?.events]), /alice/);
});

test("work outside of a trace is only run, unless it begins one", async () => {
  const { trace, spans } = record();
  assert.equal(await trace({ name: "job" }, async () => 1), 1);
  assert.deepEqual(spans(), []);
  assert.equal(await trace({ name: "POST", kind: "client", beginsTrace: true }, async () => 2), 2);
  assert.deepEqual(
    spans().map(({ name, kind }) => [name, kind]),
    [["POST", 2]],
  );
});

test("a trace that is not recorded has no steps, and its log lines still name it", async () => {
  const { startRequest, trace, spans } = record({ isOff: true });
  const request = startRequest({ ...REQUEST, traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-00` });
  const ids = await request.run(() => trace({ name: "step" }, async () => currentTraceIds()));
  request.end(200);
  assert.equal((ids as { trace_id?: string }).trace_id, "a".repeat(32));
  assert.deepEqual(spans(), []);
});

test("a traceparent that is not valid begins a new trace", () => {
  const id = "0af7651916cd43dd8448eb211c80319c";
  const step = "b7ad6b7169203331";
  assert.deepEqual(parseTraceparent(`00-${id}-${step}-01`), {
    traceId: id,
    spanId: step,
    traceFlags: 1,
    isRemote: true,
  });
  assert.equal(parseTraceparent(`00-${id}-${step}-02`)?.traceFlags, 0);
  assert.equal(parseTraceparent(`cc-${id}-${step}-01-more`)?.traceId, id);
  for (const wrong of [
    undefined,
    "",
    `ff-${id}-${step}-01`,
    `00-${id}-${step}-01-more`,
    `00-${"0".repeat(32)}-${step}-01`,
    `00-${id}-${"0".repeat(16)}-01`,
    `00-${id.toUpperCase()}-${step}-01`,
    `00-${id}-${step}`,
    `00-${id}-${step}-01\n`,
  ])
    assert.equal(parseTraceparent(wrong), undefined, String(wrong));
});
