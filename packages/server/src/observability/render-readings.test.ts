import assert from "node:assert/strict";
import { test } from "node:test";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { readPromMetric } from "./metric-reading.ts";
import { renderReadings } from "./render-readings.ts";

test("metrics of prom-client are rendered as it renders them itself", async () => {
  const registry = new Registry();
  const describe = (name: string) => ({ name, help: `a \\ and ${name}`, registers: [registry] });
  new Counter({ ...describe("counted"), labelNames: ["b", "a"] }).inc({ a: 'a "\\"\n', b: "1" }, 2);
  new Gauge({ ...describe("without_labels") }).set(1.5e-7);
  new Gauge({ ...describe("without_values"), labelNames: ["type"] });
  const durations = new Histogram({
    ...describe("durations"),
    labelNames: ["kind", "by"],
    buckets: [0.001, 1, 5],
  });
  for (const seconds of [0.0001, 0.5, 0.7, 9]) durations.observe({ kind: "minor", by: "us" }, seconds);
  durations.observe({ kind: "major", by: "us" }, 2);

  const readings = (await registry.getMetricsAsJSON()).map(readPromMetric);
  // The blank line after every metric, the last one, too.
  assert.equal(renderReadings(readings), `${await registry.metrics()}\n`);
});
