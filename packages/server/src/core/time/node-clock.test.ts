import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type ClockState, createNodeClock } from "./node-clock.ts";

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A machine, and a database on another one, whose clocks a test sets. */
function createMachine(options: { readonly believesDatabase?: boolean } = {}) {
  let passed = 0;
  let slept = 0;
  const set = { machine: 0, database: 0 };
  const changes: ClockState[] = [];
  const time = (whose: keyof typeof set) => START + passed + slept + set[whose];
  const clock = createNodeClock({
    ...options,
    onChange: (state) => changes.push(state),
    machine: {
      wall: () => time("machine"),
      monotonic: () => passed,
      uptime: () => 1_000 * HOUR + passed + slept,
    },
  });
  return {
    clock,
    changes,
    set,
    pass: (milliseconds: number) => (passed += milliseconds),
    suspend: (milliseconds: number) => (slept += milliseconds),
    /** The database says its time when half of the way is over. */
    read(tripMilliseconds = 0) {
      const startedAt = passed;
      passed += tripMilliseconds / 2;
      const said = time("database");
      passed += tripMilliseconds / 2;
      clock.compare({ time: said, startedAt, endedAt: passed });
    },
    /** Without the clocks that were set. */
    real: () => START + passed + slept,
  };
}

describe("on one machine (SQLite)", () => {
  for (const jump of [-2 * HOUR, -5 * MINUTE, 5 * MINUTE, HOUR])
    test(`a jump of ${jump / MINUTE} minutes and back changes no time, and is not trusted meanwhile`, () => {
      const { clock, set, pass, real, changes } = createMachine();
      clock.compare();
      set.machine = jump;
      pass(30_000);
      clock.compare();
      assert.equal(clock.milliseconds(), real());
      assert.equal(clock.state.trusted, false);
      assert.equal(clock.mark, undefined);
      assert.equal(clock.offsetSeconds, jump / 1_000);
      set.machine = 0;
      clock.compare();
      assert.equal(clock.milliseconds(), real());
      assert.equal(clock.state.trusted, true);
      assert.deepEqual(
        changes.map(({ trusted }) => trusted),
        [false, true],
      );
    });

  test("a jump ahead that stands for a minute is followed; one back is not", () => {
    const { clock, set, pass, real } = createMachine();
    clock.compare();
    set.machine = HOUR;
    for (let second = 0; second < 60; second += 1) {
      clock.compare();
      assert.equal(clock.state.trusted, false);
      pass(1_000);
    }
    clock.compare();
    assert.equal(clock.state.trusted, true);
    assert.equal(clock.milliseconds(), real() + HOUR);
    set.machine = 0;
    pass(10 * MINUTE);
    clock.compare();
    assert.equal(clock.state.trusted, false);
    assert.equal(clock.milliseconds(), real() + HOUR);
  });

  test("the time in which the machine slept counts at once", () => {
    const { clock, suspend, real, changes } = createMachine();
    for (const hours of [8, 1]) {
      clock.compare();
      suspend(hours * HOUR);
      clock.compare();
      assert.equal(clock.milliseconds(), real());
    }
    assert.deepEqual(changes, []);
  });

  test("after a start the time does not begin before the stored one", () => {
    const { clock, set, real, pass } = createMachine();
    set.machine = -2 * HOUR;
    clock.compare();
    clock.hold(START);
    assert.equal(clock.state.trusted, false);
    assert.match(clock.state.warning ?? "", /^the clock of this machine is 7200 s behind an earlier time$/);
    assert.equal(clock.milliseconds(), START);
    assert.equal(clock.source, real() - 2 * HOUR);
    pass(2 * HOUR - 30_000);
    clock.compare();
    assert.equal(clock.state.trusted, true);
    assert.equal(clock.milliseconds(), START);
    pass(MINUTE);
    clock.compare();
    assert.equal(clock.milliseconds(), START + 30_000);
  });

  test("a small correction ahead is followed; a small one back lets the time stand still", () => {
    const { clock, set, pass, changes, real } = createMachine();
    clock.compare();
    set.machine = 3_000;
    clock.compare();
    assert.equal(clock.milliseconds(), real() + 3_000);
    set.machine = 0;
    clock.compare();
    pass(2_000);
    clock.compare();
    assert.equal(clock.milliseconds(), START + 3_000);
    pass(2_000);
    clock.compare();
    assert.equal(clock.milliseconds(), START + 4_000);
    assert.deepEqual(changes, []);
  });
});

describe("with a database on another machine (PostgreSQL)", () => {
  test("the time is the database's, whatever this machine's clock says", () => {
    const { clock, set, read, pass, real } = createMachine();
    set.machine = 2 * HOUR;
    read();
    assert.equal(clock.milliseconds(), real());
    assert.match(clock.state.warning ?? "", /^the clock of this machine is 7200 s ahead of the database's$/);
    assert.equal(clock.state.trusted, false);
    pass(10_000);
    set.machine = -5 * MINUTE;
    assert.equal(clock.milliseconds(), real());
    read();
    assert.equal(clock.state.trusted, false);
    assert.equal(clock.offsetSeconds, -300);
    set.machine = 0;
    read();
    assert.equal(clock.state.trusted, true);
  });

  test("more than 5 s is a warning, told once, and more than a minute is not trusted", () => {
    const { clock, set, read, changes } = createMachine();
    for (const offset of [0, 4_000, 6_000, 30_000, 59_000, 61_000, 90_000, 20_000, 0, 0]) {
      set.machine = offset;
      read();
      assert.equal(clock.state.trusted, offset <= MINUTE, `${offset}`);
      assert.equal(clock.state.warning === undefined, offset <= 5_000, `${offset}`);
    }
    assert.deepEqual(
      changes.map(({ trusted, warning }) => [trusted, warning !== undefined]),
      [
        [true, true],
        [false, true],
        [true, true],
        [true, false],
      ],
    );
  });

  test("the error of a reading is at most its duration", () => {
    const { clock, read, real, set } = createMachine();
    read(8_000);
    assert.equal(clock.milliseconds(), real() - 4_000);
    assert.equal(clock.state.warning, undefined);
    read(10);
    assert.equal(clock.milliseconds(), real() - 5);
    read(8_000);
    assert.equal(clock.milliseconds(), real() - 5, "a slow reading moves nothing");
    set.machine = 20_000;
    read(40_000);
    assert.equal(clock.state.warning, undefined);
  });

  for (const jump of [-2 * HOUR, -5 * MINUTE, 5 * MINUTE, HOUR])
    test(`a database's clock that jumps by ${jump / MINUTE} minutes is not followed while this machine disagrees`, () => {
      const { clock, set, read, pass, real } = createMachine();
      read();
      set.database = jump;
      for (let second = 0; second < 100; second += 1) {
        pass(1_000);
        read();
        assert.equal(clock.state.trusted, false);
        assert.equal(clock.milliseconds(), real());
      }
      set.database = 0;
      read();
      assert.equal(clock.state.trusted, true);
    });

  for (const wrong of ["database", "machine"] as const)
    for (const offset of [-2 * HOUR, -5 * MINUTE, 5 * MINUTE, 2 * HOUR])
      test(`a start while the ${wrong}'s clock is ${offset / MINUTE} minutes off recovers when it is right again`, () => {
        const { clock, set, read, pass, real, changes } = createMachine();
        set[wrong] = offset;
        read();
        clock.hold(START - 10_000);
        for (let second = 0; second < 100; second += 1) {
          pass(1_000);
          read();
          assert.equal(clock.state.trusted, false);
          assert.equal(clock.mark, undefined);
          assert.ok(clock.milliseconds() <= real(), "what is stored meanwhile is not of the future");
        }
        set[wrong] = 0;
        const before = clock.milliseconds();
        read();
        assert.equal(clock.state.trusted, true);
        assert.equal(clock.milliseconds(), real());
        assert.ok(clock.milliseconds() >= before, "time has not gone back");
        assert.deepEqual(
          changes.map(({ trusted }) => trusted),
          [false, true],
        );
      });

  test("after a start while the clocks were apart, a jump back is not followed either", () => {
    const { clock, set, read, pass } = createMachine();
    set.database = 2 * HOUR;
    read();
    set.database = 0;
    read();
    set.database = -2 * HOUR;
    set.machine = -2 * HOUR;
    pass(10 * MINUTE);
    read();
    assert.equal(clock.state.trusted, false);
    assert.equal(clock.milliseconds(), START + 10 * MINUTE);
  });

  test("a command goes by the database's clock, also while this machine's is wrong", () => {
    const { clock, set, read, real } = createMachine({ believesDatabase: true });
    set.machine = -2 * HOUR;
    read();
    assert.equal(clock.milliseconds(), real());
    assert.equal(clock.source, real());
  });

  test("what the source says is known while it is not followed", () => {
    const { clock, set, read, real } = createMachine();
    set.database = 2 * HOUR;
    read();
    assert.equal(clock.source, real() + 2 * HOUR);
  });

  test("a jump back of both clocks is not followed", () => {
    const { clock, set, read, pass, real } = createMachine();
    read();
    set.database = -2 * HOUR;
    set.machine = -2 * HOUR;
    pass(10 * MINUTE);
    read();
    assert.equal(clock.state.trusted, false);
    assert.match(clock.state.warning ?? "", /^the database's clock is 7200 s behind an earlier time$/);
    assert.equal(clock.milliseconds(), real());
  });
});
