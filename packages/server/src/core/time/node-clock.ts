import { uptime } from "node:os";
import { type Clock, type EpochMilliseconds, systemClock } from "@licet/engine/internal/values/time.ts";

/**
 * The time by which a node decides. It follows one source: the database's clock on PostgreSQL, which all nodes share,
 * and this machine's clock on SQLite. Between two readings it advances with a monotonic clock, and it never goes back.
 * So a clock that is set changes no decision; see ADR 0046.
 */
export interface NodeClock extends Clock {
  /** Compares with a reading of the database's clock, or, without one, with this machine's clock. */
  compare(reading?: ClockReading): void;
  /** Time has already been here, before this process started: it does not begin earlier. */
  hold(mark: EpochMilliseconds): void;
  /** The time to remember for the next start; undefined while the time is not trusted. */
  readonly mark: EpochMilliseconds | undefined;
  /** What the source says, even where that is earlier than the time before. */
  readonly source: EpochMilliseconds;
  /** The largest distance between two clocks beyond the error of its measurement; below 0 for one that is behind. */
  readonly offsetSeconds: number;
  readonly state: ClockState;
}

export interface ClockReading {
  readonly time: EpochMilliseconds;
  /** Before and after the reading, by the monotonic clock: the source said its time in between. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface ClockState {
  /** False: nothing may be decided, since it is not known which clock is right. */
  readonly trusted: boolean;
  /** Which clocks are apart, and by how much; undefined when the distance is small. */
  readonly warning: string | undefined;
}

/** The clocks that a process can read, in milliseconds. */
export interface MachineClocks {
  wall(): EpochMilliseconds;
  monotonic(): number;
  /** Monotonic as well, but it also counts the time in which the machine slept. */
  uptime(): number;
}

const WARNED_MILLISECONDS = 5_000;
const TRUSTED_MILLISECONDS = 60_000;
/** A source that stays ahead for as long is followed: its machine may have been paused, or its clock corrected. */
const FOLLOWED_AFTER_MILLISECONDS = 60_000;

const AGREES: ClockState = { trusted: true, warning: undefined };

const machineClocks: MachineClocks = {
  wall: systemClock.milliseconds,
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1_000,
};

export function createNodeClock(
  options: {
    readonly onChange?: (state: ClockState) => void;
    readonly machine?: MachineClocks;
    /** For a command, which is not refused while the clocks are apart: it goes by the database's at once. */
    readonly believesDatabase?: boolean;
  } = {},
): NodeClock {
  const { onChange, machine = machineClocks, believesDatabase = false } = options;
  const { monotonic } = machine;
  /** The time is this and the monotonic clock together. */
  let base = machine.wall() - monotonic();
  let highest = 0;
  /** The same for what the source has said last. */
  let sourceBase = base;
  /** Whether this machine's clock and the source have agreed since the start. */
  let haveAgreed = false;
  let followsDatabase = false;
  /** How far this machine's clock is ahead of the database's. */
  let machineAhead = 0;
  /** How far the source is ahead of the time here. */
  let jump = 0;
  let aheadSince: number | undefined;
  let knownSleep = machine.uptime() - monotonic();
  let state = AGREES;

  function timeAt(moment: number): EpochMilliseconds {
    const time = Math.floor(base + moment);
    if (time > highest) highest = time;
    return highest;
  }

  const milliseconds = () => timeAt(monotonic());

  const readMachine = (): ClockReading => {
    const at = monotonic();
    return { time: machine.wall(), startedAt: at, endedAt: at };
  };

  function compare(reading?: ClockReading): void {
    const { time, startedAt, endedAt } = reading ?? readMachine();
    const error = endedAt - startedAt;
    if (reading !== undefined) {
      const distance = machine.wall() - time;
      machineAhead = outside(distance - error, distance);
      followsDatabase = true;
    }
    sourceBase = time - endedAt;
    if (!haveAgreed) begin(time, endedAt);
    const present = timeAt(endedAt);
    jump = outside(time - present, time + error - present);
    if (!haveAgreed) jump = Math.min(jump, 0);
    else if (Math.abs(jump) <= TRUSTED_MILLISECONDS || mayFollow()) {
      // Moves as little as the reading allows: a slow reading says little about the time.
      base = Math.min(Math.max(base, time - endedAt), time - startedAt);
      aheadSince = undefined;
      jump = Math.min(jump, 0);
    }
    judge();
  }

  /**
   * A start while the clocks are apart: either may be the wrong one. Nothing is decided until they agree, so time goes by
   * the earlier one. Whichever is corrected, it then goes on ahead and not back.
   */
  function begin(time: EpochMilliseconds, endedAt: number): void {
    haveAgreed = Math.abs(machineAhead) <= TRUSTED_MILLISECONDS;
    base = (haveAgreed || believesDatabase ? time : Math.min(time, machine.wall())) - endedAt;
  }

  /** A source that went back is never followed: everything stored would live longer. */
  function mayFollow(): boolean {
    if (jump < 0 || Math.abs(machineAhead) > TRUSTED_MILLISECONDS) {
      aheadSince = undefined;
      return false;
    }
    const slept = machine.uptime() - monotonic() - knownSleep;
    if (Math.abs(slept - jump) <= TRUSTED_MILLISECONDS) {
      knownSleep += slept;
      return true;
    }
    aheadSince ??= monotonic();
    return monotonic() - aheadSince >= FOLLOWED_AFTER_MILLISECONDS;
  }

  const offset = (): number => (Math.abs(machineAhead) > Math.abs(jump) ? machineAhead : jump);

  function judge(): void {
    const distance = Math.abs(offset());
    // The usual case, and part of every request on SQLite.
    if (distance <= WARNED_MILLISECONDS && state === AGREES) return;
    const before = state;
    state =
      distance <= WARNED_MILLISECONDS
        ? AGREES
        : { trusted: distance <= TRUSTED_MILLISECONDS, warning: describe() };
    if (state.trusted !== before.trusted || (state === AGREES) !== (before === AGREES)) onChange?.(state);
  }

  function describe(): string {
    if (Math.abs(machineAhead) > Math.abs(jump))
      return `the clock of this machine is ${seconds(machineAhead)} s ${machineAhead > 0 ? "ahead of" : "behind"} the database's`;
    const whose = followsDatabase ? "the database's clock" : "the clock of this machine";
    return jump > 0
      ? `${whose} jumped ahead by ${seconds(jump)} s`
      : `${whose} is ${seconds(jump)} s behind an earlier time`;
  }

  return {
    milliseconds,
    seconds: () => Math.floor(milliseconds() / 1_000),
    compare,
    hold(mark) {
      if (mark <= milliseconds()) return;
      highest = mark;
      jump = sourceBase + monotonic() - mark;
      judge();
    },
    get mark() {
      return state.trusted ? milliseconds() : undefined;
    },
    get source() {
      return Math.floor(sourceBase + monotonic());
    },
    get offsetSeconds() {
      return offset() / 1_000;
    },
    get state() {
      return state;
    },
  };
}

/** A clock as a test moves it: it is believed, and nothing of it is remembered. */
export const createGivenClock = (clock: Clock): NodeClock => ({
  milliseconds: () => clock.milliseconds(),
  seconds: () => clock.seconds(),
  compare: () => {},
  hold: () => {},
  mark: undefined,
  get source() {
    return clock.milliseconds();
  },
  offsetSeconds: 0,
  state: AGREES,
});

/** How far 0 lies outside of a range: a measured distance without its error. */
const outside = (least: number, most: number): number => (least > 0 ? least : most < 0 ? most : 0);

const seconds = (milliseconds: number): number => Math.round(Math.abs(milliseconds) / 1_000);
