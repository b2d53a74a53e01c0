import assert from "node:assert/strict";
import { test } from "node:test";
import { createCpuRatioVerdict, createCpuVerdict, createRateRatioVerdict } from "./cost-verdicts.ts";
import type { Measurement } from "./measurement.ts";
import { judge, type SubjectResult } from "./result.ts";

const round = (parts: Partial<Measurement>): Measurement => ({
  requests: 1,
  seconds: 1,
  perSecond: 1,
  p50Milliseconds: 1,
  p99Milliseconds: 1,
  checkedAnswers: 1,
  answerBytes: 1,
  generatorMicroseconds: 1,
  generatorBusy: 0,
  serverMicroseconds: 1,
  serverBusy: 1,
  othersBusy: 0,
  ...parts,
});

const subjects: readonly SubjectResult[] = [
  {
    name: "Licet",
    rounds: [round({ serverMicroseconds: 100, databaseMicroseconds: 50, perSecond: 300 })],
  },
  { name: "other", rounds: [round({ serverMicroseconds: 200, databaseMicroseconds: 100, perSecond: 200 })] },
  { name: "batches", rounds: [round({ serverMicroseconds: 200 })], workPerRequest: 50 },
];

test("the database counts on both sides of a ratio", () => {
  const verdict = createCpuRatioVerdict("work", subjects, "Licet", "other", { atMost: 0.5 });
  assert.equal(verdict.value.median, 0.5);
  assert.equal(judge(verdict), "met");
  assert.equal(judge({ ...verdict, target: { atMost: 0.49 } }), "missed");
});

test("a request with fifty checks counts as fifty", () => {
  const verdict = createCpuVerdict("work", "a check", subjects, "batches", { atMost: 3.5 });
  assert.equal(verdict.value.median, 4);
  assert.equal(judge(verdict), "missed");
});

test("a rate without a target is for information and says why", () => {
  const verdict = createRateRatioVerdict("work", subjects, "Licet", "other", { noVerdict: "two cores" });
  assert.equal(verdict.value.median, 1.5);
  assert.equal(verdict.noVerdict, "two cores");
  assert.equal(judge(verdict), "for information");
  const judged = createRateRatioVerdict("work", subjects, "Licet", "other", { atLeast: 1.7 });
  assert.equal(judge(judged), "missed");
});
