/**
 * Loaded before Licet (`NODE_OPTIONS=--import`): the wall clock of the process is as many seconds ahead as the file
 * CLOCK_SHIFT_FILE says, now and whenever that changes. Jobs with long pauses run more often, so that an experiment need
 * not wait a minute for the next sweep.
 */

import { readFileSync } from "node:fs";

const file = String(process.env.CLOCK_SHIFT_FILE);
const READ_EVERY_MILLISECONDS = 20;
const LONG_PAUSE_MILLISECONDS = 10_000;
const FASTER = 80;

let shift = 0;
let readAt = Number.NEGATIVE_INFINITY;
function shiftMilliseconds(): number {
  if (performance.now() - readAt > READ_EVERY_MILLISECONDS) {
    shift = Number(readFileSync(file, "utf8")) * 1_000;
    readAt = performance.now();
  }
  return shift;
}

const RealDate = Date;
const now = () => RealDate.now() + shiftMilliseconds();
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, member, receiver) => (member === "now" ? now : Reflect.get(target, member, receiver)),
});

const realSetInterval = globalThis.setInterval;
globalThis.setInterval = ((work: () => void, pause: number) =>
  realSetInterval(work, pause >= LONG_PAUSE_MILLISECONDS ? pause / FASTER : pause)) as typeof setInterval;
