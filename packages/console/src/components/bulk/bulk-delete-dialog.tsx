import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { useToast } from "../problems/toasts.tsx";
import { BulkDialog, type BulkDialogFrame } from "./bulk-dialog.tsx";
import { runEach } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";

interface BulkDeleteDialogProps<Row> extends BulkDialogFrame<Row> {
  /** "3 users" */
  things(count: number): string;
  readonly consequences: readonly ReactNode[];
  /** Their history can restore them. */
  readonly restorable?: boolean;
  remove(row: Row, cascade: boolean): Promise<unknown>;
}

/** Deletes the selected rows one by one, with what depends on them only if the user says so. */
export function BulkDeleteDialog<Row>(props: BulkDeleteDialogProps<Row>) {
  const { things, consequences, restorable = false, remove, ...frame } = props;
  const texts = useTexts(bulkTexts);
  const toast = useToast();
  const [cascade, setCascade] = useState(false);
  const count = frame.rows.length;
  return (
    <BulkDialog
      {...frame}
      title={texts.deleteTitle(things(count))}
      consequences={[...consequences, restorable ? texts.deleteRestorable : texts.deleteNoUndo]}
      confirmLabel={texts.delete}
      typeToConfirm={String(count)}
      act={(rows, control) => runEach(rows, (row) => remove(row, cascade), control)}
      onDone={(done) => toast({ title: texts.allDeleted(things(done.length)) })}
    >
      <Checkbox label={texts.cascade} detail={texts.cascadeHint} checked={cascade} onChange={setCascade} />
    </BulkDialog>
  );
}
