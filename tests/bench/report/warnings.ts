import { computeMedian } from "./measurement.ts";
import type { RateRow, Warning } from "./result.ts";

/** From here on the numbers say more about the machine than about the subjects. */
const TOO_MUCH_OTHER_WORK = 0.15;
const GENERATOR_AT_ITS_LIMIT = 0.85;

export function findWarnings(rates: readonly RateRow[]): Warning[] {
  const measurements = rates.flatMap((row) => row.subjects.flatMap((subject) => subject.rounds));
  const others = computeMedian(measurements, "othersBusy") ?? 0;
  const generator = Math.max(0, ...measurements.map((measurement) => measurement.generatorBusy));
  const warnings: Warning[] = [];
  if (others > TOO_MUCH_OTHER_WORK) {
    const text = `other programs kept ${others.toFixed(2)} cores busy meanwhile; repeat on a quiet machine`;
    warnings.push({ about: "machine", text });
  }
  if (generator > GENERATOR_AT_ITS_LIMIT) {
    const text = `the load generator kept ${generator.toFixed(2)} of its core busy: it may have been the limit`;
    warnings.push({ about: "generator", text });
  }
  return warnings;
}
