import { callApi } from "../../../api/call-api.ts";
import { BulkAssignDialog } from "../../../components/bulk/bulk-assign-dialog.tsx";
import { type BulkAction, BulkBar } from "../../../components/bulk/bulk-bar.tsx";
import { BulkDeleteDialog } from "../../../components/bulk/bulk-delete-dialog.tsx";
import type { BulkDialogFrame } from "../../../components/bulk/bulk-dialog.tsx";
import { BulkStateDialog } from "../../../components/bulk/bulk-state-dialog.tsx";
import type { ExportedList } from "../../../components/bulk/export-dialog.tsx";
import { bulkTexts } from "../../../components/bulk/texts.ts";
import type { RowSelection } from "../../../components/lists/row-selection.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { setUserEnabled } from "../actions/set-user-enabled.ts";
import { userActionTexts } from "../actions/texts.ts";
import { nameOf, type User } from "../user.ts";
import { userBulkTexts } from "./texts.ts";
import { useSessionTotal } from "./use-session-total.ts";

interface UserBulkBarProps {
  readonly selection: RowSelection<User>;
  readonly list: ExportedList<User>;
}

/** Disable, enable, assign, delete and export the selected users. */
export function UserBulkBar({ selection, list }: UserBulkBarProps) {
  const texts = useTexts(bulkTexts);
  const { things } = useTexts(userBulkTexts);
  const actions: readonly BulkAction<User>[] = [
    {
      label: texts.disable,
      icon: "blocked",
      needs: "users.write",
      dialog: (frame) => <StateDialog {...frame} enabled={false} />,
    },
    {
      label: texts.enable,
      icon: "check",
      needs: "users.write",
      dialog: (frame) => <StateDialog {...frame} enabled />,
    },
    {
      label: texts.assign,
      icon: "assignment",
      needs: "assignments.write",
      dialog: (frame) => (
        <BulkAssignDialog
          {...frame}
          title={texts.assignTitle(things(frame.rows.length))}
          decided="principal"
          decidedBy={({ id }) => `user:${id}`}
        />
      ),
    },
    {
      label: texts.delete,
      icon: "trash",
      needs: "users.write",
      dialog: (frame) => <DeleteDialog {...frame} />,
    },
  ];
  return <BulkBar selection={selection} nameOf={nameOf} actions={actions} list={list} />;
}

function StateDialog({ enabled, ...frame }: BulkDialogFrame<User> & { readonly enabled: boolean }) {
  const texts = useTexts(userBulkTexts);
  const { endsSessions, endsAccess, endsLinks, disableKeeps } = useTexts(userActionTexts);
  const sessions = useSessionTotal(frame.rows, { enabled: !enabled });
  return (
    <BulkStateDialog
      {...frame}
      enabled={enabled}
      things={texts.things}
      consequences={
        enabled
          ? [texts.enableAccess, texts.enableNotBack]
          : [texts.disableAccess, endsSessions(sessions), endsAccess, endsLinks, disableKeeps]
      }
      undoHint={texts.undoHint}
      setEnabled={({ id }, next) => setUserEnabled(id, next)}
    />
  );
}

function DeleteDialog(frame: BulkDialogFrame<User>) {
  const texts = useTexts(userBulkTexts);
  const { endsSessions } = useTexts(userActionTexts);
  const sessions = useSessionTotal(frame.rows, { enabled: true });
  return (
    <BulkDeleteDialog
      {...frame}
      things={texts.things}
      consequences={[
        endsSessions(sessions),
        texts.deleteEndsAccess,
        texts.deleteConsents,
        texts.deleteInsteadDisable,
      ]}
      remove={({ id }, cascade) =>
        callApi("DELETE /users/{id}", { params: { id }, ...(cascade && { query: { cascade } }) })
      }
    />
  );
}
