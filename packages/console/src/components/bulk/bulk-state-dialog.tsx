import { useQueryClient } from "@tanstack/react-query";
import { type StoredEntity, setEnabled } from "../../api/entities.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useToast } from "../problems/toasts.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { type KindBulkFrame, useThings } from "./kind-bulk.ts";
import { type Done, runEach } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";

interface BulkStateDialogProps<Row extends StoredEntity> extends KindBulkFrame<Row> {
  readonly kind: "user" | "application";
  readonly enabled: boolean;
}

/** Enables or disables the selected rows. Undo reverts the rows that this run changed, and no others. */
export function BulkStateDialog<Row extends StoredEntity>(props: BulkStateDialogProps<Row>) {
  const { kind, bulk, enabled, ...frame } = props;
  const texts = useTexts(bulkTexts);
  const toast = useToast();
  const queries = useQueryClient();
  const things = useThings(kind);
  const consequences = bulk.useConsequences(enabled ? "enable" : "disable", frame.rows);

  const undo = async (rows: readonly Row[]) => {
    const outcomes = await runEach(rows, ({ id }) => setEnabled(kind, id, !enabled));
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
      ...(!enabled && bulk.undoHint !== undefined && { detail: bulk.undoHint }),
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
      act={(rows, control) => runEach(rows, ({ id }) => setEnabled(kind, id, enabled), control)}
      onDone={tell}
    />
  );
}
