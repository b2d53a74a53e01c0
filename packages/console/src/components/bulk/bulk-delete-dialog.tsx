import { useState } from "react";
import { callEntity, type StoredEntity } from "../../api/entities.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { useToast } from "../problems/toasts.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { type KindBulkFrame, useThings } from "./kind-bulk.ts";
import { runEach } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";

/** Deletes the selected rows one by one, with what depends on them only if the user says so. */
export function BulkDeleteDialog<Row extends StoredEntity>({ kind, bulk, ...frame }: KindBulkFrame<Row>) {
  const texts = useTexts(bulkTexts);
  const things = useThings(kind);
  const toast = useToast();
  const [cascade, setCascade] = useState(false);
  const consequences = bulk.useConsequences("delete", frame.rows);
  const count = frame.rows.length;
  const remove = ({ id }: Row) => callEntity(kind, "remove", id, cascade ? { query: { cascade } } : {});
  return (
    <BulkDialog
      {...frame}
      title={texts.deleteTitle(things(count))}
      // A new user gets a new id, so a deleted one cannot come back.
      consequences={[...consequences, kind === "user" ? texts.deleteNoUndo : texts.deleteRestorable]}
      confirmLabel={texts.delete}
      typeToConfirm={String(count)}
      act={(rows, control) => runEach(rows, remove, control)}
      onDone={(done) => toast({ title: texts.allDeleted(things(done.length)) })}
    >
      <Checkbox label={texts.cascade} detail={texts.cascadeHint} checked={cascade} onChange={setCascade} />
    </BulkDialog>
  );
}
