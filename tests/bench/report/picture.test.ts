import assert from "node:assert/strict";
import { test } from "node:test";
import type { Measurement } from "./measurement.ts";
import { drawPicture } from "./picture.ts";
import type { BenchResult } from "./result.ts";

const round = (serverMicroseconds: number, databaseMicroseconds?: number): Measurement => ({
  requests: 1,
  seconds: 1,
  perSecond: 1_234,
  p50Milliseconds: 1,
  p99Milliseconds: 2,
  checkedAnswers: 1,
  answerBytes: 1,
  generatorMicroseconds: 1,
  generatorBusy: 0.1,
  serverMicroseconds,
  ...(databaseMicroseconds !== undefined && { databaseMicroseconds }),
  serverBusy: 1,
  othersBusy: 0,
});

const result: BenchResult = {
  at: "2026-01-02T03:04:05.000Z",
  machine: { cores: 2, processor: "a processor", node: "26.0.0" },
  settings: { rounds: 1, seconds: 1, connections: 32, licet: "" },
  generator: round(1),
  rates: [
    {
      work: "work",
      title: "a < b",
      subjects: [
        { name: "floor", rounds: [round(100)] },
        { name: "Licet", rounds: [round(200)], note: "does more" },
      ],
    },
  ],
  verdicts: [
    {
      work: "work",
      measure: "CPU of Licet / floor",
      value: { median: 2, min: 2, max: 2 },
      unit: "×",
      target: { atMost: 1.4 },
    },
  ],
  warnings: [{ about: "machine", text: "the machine was busy" }],
  failures: [],
};

const widthsIn = (picture: string) =>
  [...picture.matchAll(/<rect x="210" y="\d+" width="([\d.]+)"/g)].map((match) => Number(match[1]));

test("the bars of the picture begin at 0 and are as long as the processor time of a request", () => {
  const [floor = 0, licet = 0, ...others] = widthsIn(drawPicture(result));
  assert.equal(licet, 2 * floor);
  assert.deepEqual(others, []);
});

test("each row has its own scale", () => {
  const slower = {
    work: "slower",
    title: "slower",
    subjects: [
      { name: "floor", rounds: [round(10_000)] },
      { name: "Licet", rounds: [round(20_000)] },
    ],
  };
  const [floor, licet, ...others] = widthsIn(drawPicture({ ...result, rates: [...result.rates, slower] }));
  assert.deepEqual(others, [floor, licet]);
});

test("the bar of a server ends with the part of its database", () => {
  const subjects = [{ name: "Licet", rounds: [round(300, 100)] }];
  const picture = drawPicture({ ...result, rates: [{ work: "work", title: "work", subjects }] });
  const [, start, width] =
    /<rect x="([\d.]+)" y="\d+" width="([\d.]+)" height="16" class="licet database"/.exec(
      picture,
    ) as unknown as [string, string, string];
  const [server = 0] = widthsIn(picture);
  assert.equal(Number(start), 210 + server);
  assert.equal(server, 3 * Number(width));
  assert.match(picture, />400 µs</);
});

test("the bar of a batch is about one piece of its work", () => {
  const subjects = [{ name: "Licet, batches", rounds: [round(500)], workPerRequest: 50 }];
  const picture = drawPicture({ ...result, rates: [{ work: "work", title: "work", subjects }] });
  assert.match(picture, />10\.0 µs</);
  assert.match(picture, />61,700\/s</);
});

test("the picture has missed targets, failed rows and the warnings about its numbers", () => {
  const failed = { ...result, failures: [{ row: "memory", error: "no answer" }] };
  assert.match(drawPicture(failed), /≤ 1\.40 ×/);
  assert.match(drawPicture(failed), /✗ missed/);
  assert.match(drawPicture(failed), /Failed: memory/);
  assert.match(drawPicture(failed), /Warning: the machine was busy/);
});

test("a number without a target says why it is no verdict", () => {
  const verdict = {
    work: "workers",
    measure: "rate of 2 workers / 1 worker",
    value: { median: 1.2, min: 1.2, max: 1.2 },
    unit: "×",
    noVerdict: "no verdict on 2 cores",
  } as const;
  assert.match(drawPicture({ ...result, verdicts: [verdict] }), />no verdict on 2 cores</);
});

test("the picture has the note of a subject that does different work", () => {
  assert.match(drawPicture(result), /work, Licet: does more/);
});

test("a text that looks like markup stays text", () => {
  assert.match(drawPicture(result), />a &#60; b</);
});
