import assert from "node:assert/strict";
import { test } from "node:test";
import type { Measurement } from "./measurement.ts";
import { drawPicture } from "./picture.ts";
import type { BenchResult } from "./result.ts";

const round = (perSecond: number): Measurement => ({
  requests: 1,
  seconds: 1,
  perSecond,
  p50Milliseconds: 1,
  p99Milliseconds: 2,
  checkedAnswers: 1,
  answerBytes: 1,
  generatorMicroseconds: 1,
  generatorBusy: 0.1,
  serverMicroseconds: 1,
  serverBusy: 1,
  othersBusy: 0,
});

const result: BenchResult = {
  at: "2026-01-02T03:04:05.000Z",
  machine: { cores: 2, node: "26.0.0" },
  settings: { rounds: 1, seconds: 1, connections: 32, licet: "" },
  generator: round(1),
  rates: [
    {
      work: "work",
      title: "a < b",
      subjects: [
        { name: "floor", rounds: [round(8000)] },
        { name: "Licet", rounds: [round(4000)], note: "does more" },
      ],
    },
  ],
  verdicts: [
    {
      work: "work",
      measure: "Licet / floor",
      value: { median: 0.5, min: 0.5, max: 0.5 },
      unit: "×",
      target: { atLeast: 0.8 },
    },
  ],
  warnings: [{ about: "machine", text: "the machine was busy" }],
};

const widthsIn = (picture: string) =>
  [...picture.matchAll(/<rect x="210" y="\d+" width="([\d.]+)"/g)].map((match) => Number(match[1]));

test("the bars of the picture begin at 0 and are as long as their rates", () => {
  const widths = widthsIn(drawPicture(result));
  assert.equal(widths.length, 2);
  assert.equal(widths[0], 2 * (widths[1] ?? 0));
});

test("each row has its own scale", () => {
  const slower = {
    work: "slower",
    title: "slower",
    subjects: [
      { name: "floor", rounds: [round(80)] },
      { name: "Licet", rounds: [round(40)] },
    ],
  };
  const [floor, licet, ...others] = widthsIn(drawPicture({ ...result, rates: [...result.rates, slower] }));
  assert.deepEqual(others, [floor, licet]);
});

test("the picture has missed targets and the warnings about its numbers", () => {
  assert.match(drawPicture(result), /target ≥ 0\.80 ×: missed/);
  assert.match(drawPicture(result), /Warning: the machine was busy/);
});

test("the picture has the note of a subject that does different work", () => {
  assert.match(drawPicture(result), /work, Licet: does more/);
});

test("a text that looks like markup stays text", () => {
  assert.match(drawPicture(result), />a &#60; b</);
});
