import assert from "node:assert/strict";
import { test } from "node:test";
import type { Measurement } from "./measurement.ts";
import { findWarnings } from "./warnings.ts";

const measurement = (generatorBusy: number, othersBusy: number): Measurement => ({
  requests: 1,
  seconds: 1,
  perSecond: 1,
  p50Milliseconds: 1,
  p99Milliseconds: 1,
  checkedAnswers: 1,
  answerBytes: 1,
  generatorMicroseconds: 1,
  generatorBusy,
  serverMicroseconds: 1,
  serverBusy: 1,
  othersBusy,
});

const warningsAbout = (rounds: readonly Measurement[]): string[] =>
  findWarnings([{ work: "work", title: "title", subjects: [{ name: "floor", rounds }] }]).map(
    ({ text }) => text,
  );

test("a quiet machine and a generator with room to spare give no warning", () => {
  assert.deepEqual(warningsAbout([measurement(0.3, 0.01)]), []);
});

test("other programs on the machine are named", () => {
  assert.match(warningsAbout([measurement(0.3, 0.6)]).join(), /0\.60 cores busy/);
});

test("a generator near its limit is named even when it was so in one round only", () => {
  assert.match(warningsAbout([measurement(0.3, 0), measurement(0.95, 0)]).join(), /0\.95 of its core/);
});
