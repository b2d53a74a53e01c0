import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import type { StoredEntity } from "../../api/entities.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { type Assignment, assignmentFrom, assignmentInputFrom, isComplete } from "../access/assignment.ts";
import { AssignmentFields } from "../assignments/assignment-fields.tsx";
import { assignmentsTexts } from "../assignments/texts.ts";
import { useMayGive } from "../assignments/use-may-give.ts";
import { useToast } from "../problems/toasts.tsx";
import { assignEach, type Effect } from "./assign-each.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { type KindBulkFrame, useThings } from "./kind-bulk.ts";
import type { Done } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";

/** Stands for the member that each row fills in. */
const FROM_ROW = "*";

/** Assigns the same access to every selected principal, or every selected role to one principal. */
export function BulkAssignDialog<Row extends StoredEntity>({
  kind,
  bulk: _bulk,
  ...frame
}: KindBulkFrame<Row>) {
  // The member of the assignment that the row decides: `user:usr_…`, or the name of a role.
  const decided = kind === "role" ? "role" : "principal";
  const decidedBy = ({ id }: Row) => (kind === "role" ? id : `${kind}:${id}`);
  const texts = useTexts(bulkTexts);
  const { submit } = useTexts(assignmentsTexts);
  const things = useThings(kind);
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
      title={(kind === "role" ? texts.assignRolesTitle : texts.assignTitle)(things(frame.rows.length))}
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
