import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidInputError } from "../core/errors/errors.ts";
import { parseTelemetrySettings } from "./telemetry-settings.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/base/" };

test("nothing is exported without an endpoint or an exporter, nor when OpenTelemetry is turned off", () => {
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: "licet", OTEL_RESOURCE_ATTRIBUTES: "a=b", OTEL_TRACES_SAMPLER: "always_on" },
    { ...ENDPOINT, OTEL_SDK_DISABLED: "true" },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
  ])
    assert.equal(parseTelemetrySettings(env), undefined);
});

test("one endpoint serves both signals, and what is set for a signal beats what is set for both", () => {
  const settings = parseTelemetrySettings({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: "a=1,b=2",
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "https://metrics.example/otlp",
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: "b=3%2C4",
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_TIMEOUT: "600000",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=from-attributes,team=x",
    OTEL_METRIC_EXPORT_INTERVAL: "1000",
  });
  assert.equal(settings?.serviceName, "from-attributes");
  assert.deepEqual(settings?.resourceAttributes, { team: "x" });
  const { traces, metrics } = settings ?? {};
  assert.equal(traces?.url, "http://collector:4318/base/v1/traces");
  assert.deepEqual([traces?.protocol, traces?.headers], ["http/protobuf", { a: "1", b: "2" }]);
  assert.deepEqual(
    [traces?.sampler, traces?.ratio, traces?.followsCallers],
    ["parentbased_always_on", 1, true],
  );
  assert.equal(traces?.timeoutMilliseconds, 10_000, "a stop has to end");
  assert.equal(metrics?.url, "https://metrics.example/otlp");
  assert.deepEqual([metrics?.protocol, metrics?.headers], ["http/json", { a: "1", b: "3,4" }]);
  assert.equal(metrics?.intervalMilliseconds, 1_000);
});

test("an exporter without an endpoint goes to a collector on this machine", () => {
  const settings = parseTelemetrySettings({ OTEL_TRACES_EXPORTER: "otlp", OTEL_SERVICE_NAME: "mine" });
  assert.equal(settings?.traces?.url, "http://localhost:4318/v1/traces");
  assert.equal(settings?.serviceName, "mine");
  assert.equal(settings?.metrics, undefined);
});

test("a variable that is not right stops the start with a sentence that does not quote it", () => {
  const cases: readonly (readonly [env: Record<string, string>, expected: RegExp])[] = [
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      /PROTOCOL is not valid: expected http\/protobuf, http\/json; grpc is not supported: .* port 4318$/,
    ],
    [
      { OTEL_METRICS_EXPORTER: "prometheus" },
      /^OTEL_METRICS_EXPORTER .* expected otlp, none; .* at \/metrics by LICET_METRICS$/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" },
      /^OTEL_EXPORTER_OTLP_ENDPOINT is not valid: expected http:/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://me:hidden@collector" },
      /with credentials in OTEL_EXPORTER_OTLP_HEADERS$/,
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: "hidden" },
      /^OTEL_EXPORTER_OTLP_HEADERS is not valid: expected key=value pairs/,
    ],
    [{ OTEL_RESOURCE_ATTRIBUTES: "a=%zz" }, /^OTEL_RESOURCE_ATTRIBUTES is not valid/],
    [{ OTEL_TRACES_SAMPLER: "jaeger_remote" }, /^OTEL_TRACES_SAMPLER is not valid: expected always_on, /],
    [
      { OTEL_TRACES_SAMPLER_ARG: "1.5" },
      /^OTEL_TRACES_SAMPLER_ARG is not valid: expected a number from 0 to 1/,
    ],
    [
      { OTEL_METRIC_EXPORT_INTERVAL: "0" },
      /^OTEL_METRIC_EXPORT_INTERVAL is not valid: expected a whole number/,
    ],
    [
      { OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: "delta" },
      /expected cumulative; where delta is needed/,
    ],
    [
      { OTEL_EXPORTER_OTLP_CERTIFICATE: "/no/such.pem" },
      /cannot read OTEL_EXPORTER_OTLP_CERTIFICATE at \/no\/such\.pem/,
    ],
  ];
  for (const [env, expected] of cases)
    assert.throws(
      () => parseTelemetrySettings({ ...ENDPOINT, ...env }),
      (error) =>
        error instanceof InvalidInputError && expected.test(error.message) && !/hidden/.test(error.message),
      JSON.stringify(env),
    );
});
