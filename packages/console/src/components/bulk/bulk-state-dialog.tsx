import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { useToast } from "../problems/toasts.tsx";
import { BulkDialog, type BulkDialogFrame } from "./bulk-dialog.tsx";
import { type Done, runEach } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";

interface BulkStateDialogProps<Row> extends BulkDialogFrame<Row> {
  readonly enabled: boolean;
  /** "3 users" */
  things(count: number): string;
  readonly consequences: readonly ReactNode[];
  /** What undo does not bring back. */
  readonly undoHint: string;
  /** Resolves to false if the row was in this state already. */
  setEnabled(row: Row, enabled: boolean): Promise<boolean>;
}

/** Enables or disables the selected rows. Undo reverts the rows that this run changed, and no others. */
export function BulkStateDialog<Row>(props: BulkStateDialogProps<Row>) {
  const { enabled, things, consequences, undoHint, setEnabled, ...frame } = props;
  const texts = useTexts(bulkTexts);
  const toast = useToast();
  const queries = useQueryClient();

  const undo = async (rows: readonly Row[]) => {
    const outcomes = await runEach(rows, (row) => setEnabled(row, !enabled));
    await queries.invalidateQueries();
    const failed = outcomes.filter((outcome) => outcome.state === "failed");
    if (failed[0])
      toast({ title: texts.undoFailed(failed.length, rows.length), error: failed[0].error, kind: "problem" });
    else toast({ title: texts.undone(rows.length) });
  };
  const tell = (done: readonly Done<Row, boolean>[]) => {
    const changed = done.filter(({ result }) => result).map(({ item }) => item);
    toast({
      title: (enabled ? texts.allEnabled : texts.allDisabled)(things(done.length)),
      ...(!enabled && { detail: undoHint }),
      ...(changed.length > 0 && { undo: () => undo(changed) }),
    });
  };
  return (
    <BulkDialog
      {...frame}
      title={(enabled ? texts.enableTitle : texts.disableTitle)(things(frame.rows.length))}
      consequences={consequences}
      confirmLabel={enabled ? texts.enable : texts.disable}
      kind={enabled ? "primary" : "danger"}
      act={(rows, control) => runEach(rows, (row) => setEnabled(row, enabled), control)}
      onDone={tell}
    />
  );
}
