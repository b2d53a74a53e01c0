import assert from "node:assert/strict";
import { test } from "node:test";
import { startDelayGauge } from "./delay-gauge.ts";

test("the delay is the median of the last five samples, so that one long pause does not count", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  const gauge = startDelayGauge(() => now);
  const sample = (lateMilliseconds: number) => {
    now += 50 + lateMilliseconds;
    t.mock.timers.tick(50);
  };
  for (const late of [0, 0, 2_000, 0, 900]) sample(late);
  assert.equal(gauge.milliseconds, 0);
  for (const late of [100, 120, 80]) sample(late);
  assert.equal(gauge.milliseconds, 100);
  for (let times = 0; times < 3; times += 1) sample(0);
  assert.equal(gauge.milliseconds, 0);
  gauge.stop();
});

test("what is read now has waited since the look before at most", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let now = 1_000;
  const gauge = startDelayGauge(() => now);
  const seen: number[] = [];
  for (const pause of [50, 50, 3_000, 50]) {
    now += pause;
    t.mock.timers.tick(50);
    seen.push(now - gauge.waitingSince);
  }
  assert.deepEqual(seen, [50, 50, 3_000, 50]);
  gauge.stop();
});
