import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Outcome } from "./run-each.ts";

/** How a run over several rows is watched and stopped. */
export interface RunControl {
  readonly signal: AbortSignal;
  onProgress(settled: number): void;
}

interface BulkRun<Row, Result> {
  readonly isRunning: boolean;
  readonly isStopping: boolean;
  readonly settled: number;
  /** The rows of the current run. */
  readonly total: number;
  /** The outcomes of all runs so far, the latest of each row; undefined before the first run ended. */
  readonly outcomes: readonly Outcome<Row, Result>[] | undefined;
  /** Resolves to the outcomes of all runs. */
  start(rows: readonly Row[]): Promise<readonly Outcome<Row, Result>[]>;
  stop(): void;
}

/** Runs an action over several rows, once or again for those that failed. */
export function useBulkRun<Row, Result>(
  act: (rows: readonly Row[], control: RunControl) => Promise<readonly Outcome<Row, Result>[]>,
): BulkRun<Row, Result> {
  const queries = useQueryClient();
  const controller = useRef<AbortController>(undefined);
  const [run, setRun] = useState({ isRunning: false, isStopping: false, settled: 0, total: 0 });
  const [outcomes, setOutcomes] = useState<readonly Outcome<Row, Result>[]>();
  return {
    ...run,
    outcomes,
    async start(rows) {
      controller.current = new AbortController();
      setRun({ isRunning: true, isStopping: false, settled: 0, total: rows.length });
      const latest = await act(rows, {
        signal: controller.current.signal,
        onProgress: (settled) => setRun((before) => ({ ...before, settled })),
      });
      const earlier = (outcomes ?? []).filter(({ item }) => !rows.includes(item));
      const all = [...earlier, ...latest];
      setOutcomes(all);
      await queries.invalidateQueries();
      setRun((before) => ({ ...before, isRunning: false }));
      return all;
    },
    stop() {
      controller.current?.abort();
      setRun((before) => ({ ...before, isStopping: true }));
    },
  };
}
