import { type AnswerOf, callApi } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Assignment } from "../access/assignment.ts";
import { type Outcome, runEach } from "./run-each.ts";
import type { RunControl } from "./use-bulk-run.ts";

export type Effect = AnswerOf<"POST /assignments:batch">["created"][number];

/** Small enough to show progress, large enough to save requests. */
const BATCH = 50;

/**
 * Creates one assignment for each row, in batches. A batch is all or nothing, so the rows of a refused one are tried
 * one by one: those that can be assigned are, and the others have their own reason.
 */
export async function assignEach<Row>(
  rows: readonly Row[],
  assignmentFor: (row: Row) => Assignment,
  { signal, onProgress }: RunControl,
): Promise<readonly Outcome<Row, Effect>[]> {
  const outcomes: Outcome<Row, Effect>[] = [];
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const before = outcomes.length;
    const watch = (settled: number) => onProgress(before + settled);
    if (signal.aborted) outcomes.push(...batch.map((item) => ({ item, state: "stopped" }) as const));
    else outcomes.push(...(await assignBatch(batch, assignmentFor, { signal, onProgress: watch })));
  }
  return outcomes;
}

async function assignBatch<Row>(
  rows: readonly Row[],
  assignmentFor: (row: Row) => Assignment,
  control: RunControl,
): Promise<readonly Outcome<Row, Effect>[]> {
  const assignSome = async (some: readonly Row[]): Promise<readonly Effect[]> => {
    const { body } = await callApi("POST /assignments:batch", { body: { create: some.map(assignmentFor) } });
    return body.created;
  };
  try {
    const created = await assignSome(rows);
    control.onProgress(rows.length);
    return rows.map((item, place) => ({ item, state: "done", result: created[place] as Effect }));
  } catch (error) {
    if (!(error instanceof ApiProblem)) return rows.map((item) => ({ item, state: "failed", error }));
    return runEach(rows, async (row) => (await assignSome([row]))[0] as Effect, control);
  }
}
