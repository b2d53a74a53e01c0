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
import { type Application, clientIdOf, nameOf } from "../application.ts";
import { setApplicationEnabled } from "../set-application-enabled.ts";
import { applicationBulkTexts } from "./texts.ts";

interface ApplicationBulkBarProps {
  readonly selection: RowSelection<Application>;
  readonly list: ExportedList<Application>;
}

/** Disable, enable, assign, delete and export the selected applications. */
export function ApplicationBulkBar({ selection, list }: ApplicationBulkBarProps) {
  const texts = useTexts(bulkTexts);
  const { things, delete: consequences } = useTexts(applicationBulkTexts);
  const actions: readonly BulkAction<Application>[] = [
    {
      label: texts.disable,
      icon: "blocked",
      needs: "applications.write",
      dialog: (frame) => <StateDialog {...frame} enabled={false} />,
    },
    {
      label: texts.enable,
      icon: "check",
      needs: "applications.write",
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
          decidedBy={(application) => `application:${clientIdOf(application)}`}
        />
      ),
    },
    {
      label: texts.delete,
      icon: "trash",
      needs: "applications.write",
      dialog: (frame) => (
        <BulkDeleteDialog
          {...frame}
          things={things}
          consequences={Object.values(consequences)}
          restorable
          remove={(application, cascade) =>
            callApi("DELETE /applications/{client_id}", {
              params: { client_id: clientIdOf(application) },
              ...(cascade && { query: { cascade } }),
            })
          }
        />
      ),
    },
  ];
  return <BulkBar selection={selection} nameOf={nameOf} actions={actions} list={list} />;
}

function StateDialog({ enabled, ...frame }: BulkDialogFrame<Application> & { readonly enabled: boolean }) {
  const { things, disable, enable, undoHint } = useTexts(applicationBulkTexts);
  return (
    <BulkStateDialog
      {...frame}
      enabled={enabled}
      things={things}
      consequences={enabled ? [enable] : Object.values(disable)}
      undoHint={undoHint}
      setEnabled={(application, next) => setApplicationEnabled(clientIdOf(application), next)}
    />
  );
}
