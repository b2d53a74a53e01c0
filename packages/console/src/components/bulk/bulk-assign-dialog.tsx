import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { type Assignment, assignmentFrom, assignmentInputFrom, isComplete } from "../access/assignment.ts";
import { AssignmentFields } from "../assignments/assignment-fields.tsx";
import { assignmentsTexts } from "../assignments/texts.ts";
import { useMayGive } from "../assignments/use-may-give.ts";
import { useToast } from "../problems/toasts.tsx";
import { assignEach, type Effect } from "./assign-each.ts";
import { BulkDialog, type BulkDialogFrame } from "./bulk-dialog.tsx";
import type { Done } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";

interface BulkAssignDialogProps<Row> extends BulkDialogFrame<Row> {
  readonly title: string;
  /** The selected rows are principals, or roles. */
  readonly decided: "principal" | "role";
  /** The member of the assignment that the row decides: `user:usr_…`, or the name of a role. */
  decidedBy(row: Row): string;
}

/** Stands for the member that each row fills in. */
const FROM_ROW = "*";

/** Assigns the same access to every selected principal, or every selected role to one principal. */
export function BulkAssignDialog<Row>(props: BulkAssignDialogProps<Row>) {
  const { title, decided, decidedBy, ...frame } = props;
  const texts = useTexts(bulkTexts);
  const { submit } = useTexts(assignmentsTexts);
  const mayGive = useMayGive();
  const toast = useToast();
  const queries = useQueryClient();
  const { typed, change, tried, setTried } = useFormInput(assignmentInputFrom({ [decided]: FROM_ROW }));
  const assignmentFor = (row: Row): Assignment => assignmentFrom({ ...typed, [decided]: decidedBy(row) });

  const undo = async (ids: readonly string[]) => {
    await callApi("POST /assignments:batch", { body: { delete: ids } });
    await queries.invalidateQueries();
    toast({ title: texts.undone(ids.length) });
  };
  const tell = (done: readonly Done<Row, Effect>[]) => {
    const effects = done.map(({ result }) => result);
    const created = effects.filter(({ effect }) => effect === "created").map(({ id }) => id);
    const others = effects.length - created.length;
    toast({
      title: texts.allAssigned(created.length),
      ...(others > 0 && { detail: texts.hadItBefore(others) }),
      ...(created.length > 0 && { undo: () => undo(created) }),
    });
  };
  return (
    <BulkDialog
      {...frame}
      title={title}
      confirmLabel={submit}
      kind="primary"
      canStart={() => {
        setTried(true);
        return isComplete(typed);
      }}
      act={(rows, control) => assignEach(rows, assignmentFor, control)}
      onDone={tell}
    >
      {mayGive && <p className="text-muted">{mayGive}</p>}
      <AssignmentFields typed={typed} onChange={change} tried={tried} decided={decided} />
    </BulkDialog>
  );
}
