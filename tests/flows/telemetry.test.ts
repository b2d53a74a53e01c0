// @engine both: each engine traces its own statements.

import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { type TestContext, test } from "node:test";
import { createTestDatabase } from "../support/databases.ts";
import { testOn } from "../support/engines.ts";
import { type OtlpReceiver, startOtlpReceiver } from "../support/otlp/start-otlp-receiver.ts";
import { sendHttp } from "../support/send-http.ts";
import { REPORTS, SHOP } from "../support/shop.ts";
import { spawnLicet } from "../support/spawn-licet.ts";
import { ENGINE, postForm, startLicet } from "../support/start-licet.ts";

const CALLER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
const FAST = { OTEL_BSP_SCHEDULE_DELAY: "100", OTEL_METRIC_EXPORT_INTERVAL: "300" };

async function startTraced(t: TestContext, telemetry: Record<string, string>, oneWorker?: string) {
  const licet = await startLicet({
    readsLog: true,
    state: SHOP,
    telemetry: { ...FAST, ...telemetry },
    oneWorker,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= licet.stop();
    return stopped;
  };
  t.after(stop);
  return { ...licet, stop };
}

async function startReceiver(t: TestContext): Promise<OtlpReceiver> {
  const receiver = await startOtlpReceiver();
  t.after(() => receiver.stop());
  return receiver;
}

const requestToken = (url: string, headers: Record<string, string> = {}) =>
  postForm(
    `${url}/oidc/token?note=in-the-query`,
    { grant_type: "client_credentials", ...REPORTS, scope: "orders:read orders:delete" },
    headers,
  );

const named = (receiver: OtlpReceiver, name: string) => receiver.spans.filter((span) => span.name === name);

test("a request is a trace of its caller, with its steps and statements, without anything of its content", async (t) => {
  const receiver = await startReceiver(t);
  const licet = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-key",
    OTEL_SERVICE_NAME: "licet-under-test",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=tests,team=a%20b",
  });
  const answer = await requestToken(licet.url, { traceparent: TRACEPARENT });
  assert.equal(answer.status, 200, answer.text);
  await receiver.until(() => named(receiver, "POST /oidc/token").length > 0);

  const [server] = named(receiver, "POST /oidc/token");
  assert.ok(server);
  assert.deepEqual([server.traceId, server.parentSpanId, server.kind], [CALLER.traceId, CALLER.spanId, 2]);
  assert.deepEqual(server.attributes, {
    "http.request.method": "POST",
    "url.scheme": "http",
    "http.route": "/oidc/token",
    "http.response.status_code": 200,
  });
  assert.equal(server.resource["service.name"], "licet-under-test");
  assert.equal(server.resource["deployment.environment.name"], "tests");
  assert.equal(server.resource.team, "a b");
  assert.match(String(server.resource["service.version"]), /^\d+\.\d+\.\d+/);

  const trace = receiver.spans.filter(({ traceId }) => traceId === CALLER.traceId);
  const steps = trace.filter(({ parentSpanId }) => parentSpanId === server.spanId).map(({ name }) => name);
  for (const step of ["authenticate client", "decide scopes", "sign tokens"])
    assert.ok(steps.includes(step), step);
  const statements = trace.filter(({ attributes }) => "db.system.name" in attributes);
  assert.ok(statements.length > 0, "no statement was traced");
  for (const { name, kind, attributes } of statements) {
    assert.equal(kind, 3);
    assert.equal(attributes["db.system.name"], ENGINE === "sqlite" ? "sqlite" : "postgresql");
    assert.match(name, /^[A-Z]+( [a-z_]+)?$/);
  }
  const [sentFirst] = receiver.requests;
  assert.equal(sentFirst?.headers.authorization, "Bearer collector-key");
  assert.equal(sentFirst?.headers["content-type"], "application/x-protobuf");

  const sent = Buffer.concat(receiver.requests.map(({ body }) => body)).toString("latin1");
  for (const secret of [
    REPORTS.client_id,
    REPORTS.client_secret,
    "in-the-query",
    "orders:read",
    String(answer.body.access_token),
  ])
    assert.ok(!sent.includes(secret), `${secret} was exported`);

  const line = licet
    .logged()
    .split("\n")
    .find((each) => each.includes('"route":"/oidc/token"'));
  assert.equal(JSON.parse(line ?? "{}").trace_id, CALLER.traceId);
  assert.ok(!licet.logged().includes("collector-key"));
});

testOn(
  "sqlite",
  "the metrics are those of /metrics, as JSON where that is set, cumulative and with their units",
  async (t) => {
    const receiver = await startReceiver(t);
    const licet = await startTraced(
      t,
      {
        OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${receiver.url}/own/v1/metrics`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      },
      "each worker exports what it has counted itself, and /metrics sums it",
    );
    for (let index = 0; index < 3; index += 1) await requestToken(licet.url);
    const find = (name: string) => receiver.metrics.find((metric) => metric.name === name);
    const issued = () =>
      find("licet_events_total")?.points.find(({ attributes }) => attributes.event === "tokens_issued");
    await receiver.until(() => issued()?.asDouble === 3);
    assert.deepEqual(issued()?.attributes, { event: "tokens_issued", label: "client_credentials" });
    const events = find("licet_events_total");
    assert.deepEqual([events?.type, events?.temporality, events?.isMonotonic], ["sum", 2, true]);

    const requests = find("licet_http_request_seconds");
    assert.deepEqual([requests?.type, requests?.unit, requests?.temporality], ["histogram", "s", 2]);
    const tokens = requests?.points.find(({ attributes }) => attributes.route === "/oidc/token");
    assert.deepEqual(tokens?.attributes, { route: "/oidc/token", method: "POST", status: "200" });
    assert.ok(tokens);
    const { bucketCounts, explicitBounds } = tokens as unknown as Record<string, readonly unknown[]>;
    const counts = (bucketCounts ?? []).map(Number);
    assert.equal(counts.length, (explicitBounds ?? []).length + 1);
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      3,
    );
    assert.equal(Number(tokens?.count), 3);
    assert.ok(Number(tokens?.sum) > 0);

    const { text } = await sendHttp("GET", `${licet.url}/metrics`, {});
    const offered = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
      ([, name, type]) => [name, type] as const,
    );
    const withValues = offered.filter(([name]) => new RegExp(`^${name}(_bucket)?[ {]`, "m").test(text));
    const types = { counter: "sum", gauge: "gauge", histogram: "histogram" };
    // The first garbage collection may come between the two.
    const inOrder = (lines: readonly string[]) =>
      lines.filter((line) => !line.startsWith("nodejs_gc_")).sort();
    assert.deepEqual(
      inOrder(receiver.metrics.map(({ name, type }) => `${name} ${type}`)),
      inOrder(withValues.map(([name, type]) => `${name} ${types[type as keyof typeof types]}`)),
    );
    assert.equal(find("process_resident_memory_bytes")?.unit, "By");
    const [last] = receiver.requests.slice(-1);
    assert.equal(last?.path, "/own/v1/metrics");
    assert.equal(last?.headers["content-encoding"], "gzip");
    assert.deepEqual(receiver.spans, [], "only the metrics have an endpoint");
  },
);

testOn("sqlite", "the last spans and metrics are sent at the stop", async (t) => {
  const receiver = await startReceiver(t);
  const licet = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: "600000",
    OTEL_METRIC_EXPORT_INTERVAL: "600000",
  });
  await requestToken(licet.url);
  assert.equal(receiver.requests.length, 0);
  await licet.stop();
  assert.equal(named(receiver, "POST /oidc/token").length, 1);
  assert.ok(receiver.metrics.length > 10);
});

testOn("sqlite", "a collector that fails costs no request, and one warning", async (t) => {
  const receiver = await startReceiver(t);
  receiver.answerWith(500);
  const licet = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_METRICS_EXPORTER: "none",
    OTEL_BSP_MAX_QUEUE_SIZE: "4",
  });
  for (let index = 0; index < 50; index += 1) assert.equal((await requestToken(licet.url)).status, 200);
  await receiver.until(() => receiver.requests.length > 1);
  assert.ok(receiver.requests.every(({ path }) => path === "/v1/traces"));
  const linesWith = (text: string) =>
    licet
      .logged()
      .split("\n")
      .filter((line) => line.includes(text));
  await receiver.until(() => linesWith("traces cannot be exported").length > 0);
  receiver.answerWith(200);
  await requestToken(licet.url);
  await receiver.until(() => linesWith("traces are exported again").length > 0);
  const warnings = linesWith("traces cannot be exported");
  assert.ok(warnings.length <= licet.workers, "one of each worker");
  assert.equal(JSON.parse(warnings[0] as string).reason, "HTTP 500");
});

testOn(
  "sqlite",
  "a collector that is away holds up the stop of a process for a few seconds at most",
  async (t) => {
    const database = await createTestDatabase(ENGINE);
    t.after(() => database.drop());
    const receiver = await startReceiver(t);
    await receiver.stop();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_TIMEOUT: "600000" };
    const licet = await spawnLicet({ databaseUrl: database.url, environment });
    await fetch(`${licet.url}/oidc/jwks`, { headers: { connection: "close" } });
    // The exporter alone would try for ten minutes.
    assert.equal(await licet.stop(), 0);
  },
);

testOn("sqlite", "a sampler that records nothing exports nothing, and probes are never traced", async (t) => {
  const receiver = await startReceiver(t);
  const environment = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces` };
  const off = await startTraced(t, { ...environment, OTEL_TRACES_SAMPLER: "parentbased_always_off" });
  await requestToken(off.url);
  await off.stop();
  assert.deepEqual(receiver.spans, []);
  const on = await startTraced(t, { ...environment, OTEL_PROPAGATORS: "none" });
  for (const path of ["/livez", "/readyz", "/metrics", "/no-such-path/of-alice"])
    await sendHttp("GET", on.url + path, { traceparent: TRACEPARENT });
  await on.stop();
  assert.deepEqual(
    receiver.spans.filter(({ kind }) => kind === 2).map(({ name }) => name),
    ["GET"],
  );
  assert.ok(
    receiver.spans.every(({ traceId }) => traceId !== CALLER.traceId),
    "callers are not followed",
  );
});

testOn("sqlite", "a refusal is no error of the server, and a client that leaves ends its span", async (t) => {
  const receiver = await startReceiver(t);
  const licet = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_METRICS_EXPORTER: "none",
  });
  const refused = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: "nobody",
  });
  assert.equal(refused.status, 401);
  await receiver.until(() => named(receiver, "POST /oidc/token").length === 1);
  const [span] = named(receiver, "POST /oidc/token");
  assert.deepEqual([span?.attributes["http.response.status_code"], span?.statusCode], [401, 0]);
  const leaving = request(`${licet.url}/oidc/token`, {
    method: "POST",
    headers: { "content-length": "100", expect: "100-continue" },
  });
  leaving.on("error", () => undefined);
  leaving.write("grant_type=");
  // The server has begun the request.
  await once(leaving, "continue");
  leaving.destroy();
  await receiver.until(() => named(receiver, "POST /oidc/token").length === 2);
});
