import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPicture } from "./picture.ts";
import { type BenchResult, judge } from "./result.ts";

/** Writes the results of a run, as far as it has come, where the next run replaces them. */
export function writeResult(name: string, result: BenchResult): void {
  write(join(import.meta.dirname, "../out"), name, name, result);
}

/** Writes the results of a whole run where the documentation shows them. */
export function publishResult(name: string, result: BenchResult): void {
  const picture = name === "latest" ? "picture" : name;
  write(join(import.meta.dirname, "../../../docs/bench"), name, picture, result);
}

function write(folder: string, name: string, picture: string, result: BenchResult): void {
  const verdicts = result.verdicts.map((verdict) => ({ ...verdict, outcome: judge(verdict) }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ ...result, verdicts }, roundNumber, 2)}\n`);
  writeFileSync(join(folder, `${picture}.svg`), drawPicture(result));
}

const roundNumber = (_name: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;
