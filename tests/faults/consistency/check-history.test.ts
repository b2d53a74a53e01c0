import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import { type Change, entityId } from "../../../packages/server/src/directory/change.ts";
import { checkHistory } from "./check-history.ts";
import type { Asked, CheckResult, History, WriteResult } from "./history.ts";
import type { LogRow, RecordedLog } from "./recorded-log.ts";
import { FIRST_STATE } from "./small-world.ts";

/** The experiments are worth as much as their checker: here it gets histories with one thing wrong. */

const BOUND = 2_000;
const described = { principal: "user:usr_0", permission: "billing" } as const;
const assignment = { id: assignmentId(described), ...described };
const GIVE: Change = { op: "put", kind: "assignment", value: assignment };
const TAKE: Change = { op: "delete", kind: "assignment", value: assignment };

const write = (
  number: number,
  node: string,
  endedAt: number,
  changes: readonly Change[],
  result: WriteResult,
) => ({
  actor: `operation:${number}`,
  node,
  startedAt: endedAt - 1,
  endedAt,
  changes,
  result,
});
const asked = (node: string, startedAt: number, result: CheckResult, atLeast?: number): Asked => ({
  node,
  startedAt,
  endedAt: startedAt + 1,
  question: { subject: { type: "user", id: "ada" }, permission: "billing" },
  result,
  ...(atLeast !== undefined && { atLeast }),
});

/** Revision 1: all entities, 2: assigned at 100 ms on node a, 3: removed at 200 ms on node a. */
const history = (...checks: Asked[]): History => ({
  writes: [
    write(1, "a", 10, FIRST_STATE, { revision: 1 }),
    write(2, "a", 100, [GIVE], { revision: 2 }),
    write(3, "a", 200, [TAKE], { revision: 3 }),
  ],
  checks,
});
const logOf = ({ writes }: History): RecordedLog => {
  const rows = writes.map(({ actor, changes }, index) => ({
    revision: index + 1,
    actor,
    entries: changes.map((change) => ({ op: change.op, kind: change.kind, id: entityId(change) })),
  }));
  return {
    revision: rows.length,
    rows,
    audited: new Map(rows.map(({ revision, entries }) => [revision, entries.length])),
  };
};
const findViolations = (of: History, log = logOf(of), bound = BOUND) =>
  checkHistory(of, log, bound).violations;
const yes = (revision: number) => ({ allowed: true, revision });
const no = (revision: number) => ({ allowed: false, revision });

describe("the checker of the consistency experiments", () => {
  test("accepts the truth, and an old one within the bound from a node that did not write", () => {
    const fine = history(asked("a", 150, yes(2)), asked("a", 201, no(3)), asked("b", 2_199, yes(2)));
    const { violations, figures } = checkHistory(fine, logOf(fine), BOUND);
    assert.deepEqual(violations, []);
    assert.deepEqual([figures.olderAnswers, figures.staleAllows], [1, 1]);
    assert.equal(figures.stalestAllowMilliseconds, 1_999);
  });

  test("sees an answer that is older than the bound", () => {
    assert.match(findViolations(history(asked("b", 2_202, yes(2)))).join(), /b was 2002.0 ms behind/);
  });

  test("sees a node that does not know its own write", () => {
    assert.match(findViolations(history(asked("a", 201, yes(2)))).join(), /a had said more 1.0 ms before/);
  });

  test("sees a node that goes back", () => {
    const back = history(asked("b", 150, yes(2)), asked("b", 160, no(1)));
    assert.match(findViolations(back).join(), /b had said more 9.0 ms before/);
  });

  test("sees an answer older than was asked for", () => {
    assert.match(findViolations(history(asked("b", 201, yes(2), 3))).join(), /b was asked for at least 3/);
  });

  test("sees an answer that was not true at its revision", () => {
    assert.match(findViolations(history(asked("b", 201, yes(3)))).join(), /b did not say what was true/);
    assert.match(findViolations(history(asked("b", 201, no(2)))).join(), /b did not say what was true/);
    assert.match(findViolations(history(asked("b", 201, no(9)))).join(), /a revision that never was/);
  });

  test("sees an acknowledged commit that is gone, and a refused one that is there", () => {
    const lost = history();
    const log = logOf(lost);
    const shorter = { ...log, revision: 2, rows: log.rows.slice(0, 2) };
    assert.match(findViolations(lost, shorter).join(), /operation:3 was acknowledged at 3, .* no revision/);
    const refused = history();
    refused.writes[2] = write(3, "a", 200, [TAKE], { failure: "refused", message: "" });
    assert.match(findViolations(refused).join(), /operation:3 was refused and is in the log/);
  });

  test("takes a commit whose answer was lost as done when the log has it, and as not done when it has not", () => {
    const unknown = history(asked("b", 5_000, no(3)));
    unknown.writes[2] = write(3, "a", 200, [TAKE], { failure: "unavailable", message: "" });
    assert.deepEqual(findViolations(unknown), []);
    const log = logOf(unknown);
    const notDone = history(asked("b", 5_000, yes(2)));
    notDone.writes[2] = unknown.writes[2];
    assert.deepEqual(findViolations(notDone, { ...log, revision: 2, rows: log.rows.slice(0, 2) }), []);
  });

  test("sees a gap in the log, a foreign row and a missing audit event", () => {
    const of = history();
    const log = logOf(of);
    assert.match(findViolations(of, { ...log, revision: 4 }).join(), /the revision is 4, the log ends at 3/);
    const gap = { ...log, rows: log.rows.filter(({ revision }) => revision !== 2) };
    assert.match(findViolations(of, gap).join(), /the log goes from 1 to 3/);
    const foreign = { revision: 4, actor: "somebody", entries: [{ op: "put", kind: "user", id: "usr_9" }] };
    assert.match(
      findViolations(of, { ...log, revision: 4, rows: [...log.rows, foreign] }).join(),
      /nobody asked for revision 4/,
    );
    assert.match(
      findViolations(of, { ...log, audited: new Map() }).join(),
      /revision 3: 1 changes, 0 audit events/,
    );
  });

  test("sees a row with another change, with one more, and with one less", () => {
    const of = history();
    const log = logOf(of);
    const withEntries = (change: (entries: LogRow["entries"]) => LogRow["entries"]) =>
      findViolations(of, {
        ...log,
        rows: log.rows.map((row) => (row.revision === 3 ? { ...row, entries: change(row.entries) } : row)),
      }).join();
    const other = { op: "put", kind: "role", id: "foreign" };
    assert.match(
      withEntries(() => [other]),
      /the log names other changes/,
    );
    assert.match(
      withEntries((entries) => [...entries, other]),
      /the log names other changes/,
    );
    assert.match(
      withEntries(() => []),
      /the log names other changes/,
    );
  });
});
