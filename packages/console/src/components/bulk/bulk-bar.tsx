import { type ReactNode, useRef, useState } from "react";
import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { downloadText } from "../../ui/button/download-text.ts";
import type { IconName } from "../../ui/icons.tsx";
import { useToastClearance } from "../forms/use-toast-clearance.ts";
import type { RowSelection } from "../lists/row-selection.ts";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { useToast } from "../problems/toasts.tsx";
import type { BulkDialogFrame } from "./bulk-dialog.tsx";
import { csvFileName, csvFrom } from "./csv-columns.ts";
import type { ExportedList } from "./export-dialog.tsx";
import { bulkTexts } from "./texts.ts";

export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: IconName;
  readonly needs: LicetPermission;
  dialog(frame: BulkDialogFrame<Row>): ReactNode;
}

interface BulkBarProps<Row> {
  readonly selection: RowSelection<Row>;
  nameOf(row: NoInfer<Row>): string;
  readonly actions: readonly BulkAction<Row>[];
  readonly list: ExportedList<Row>;
}

/**
 * The actions on the selected rows; shown while there are any. It stays in view and moves no row, so that the next
 * click hits what it aims at. In the order of the page it is before the table, where keyboards reach it first.
 */
export function BulkBar<Row>({ selection, nameOf, actions, list }: BulkBarProps<Row>) {
  const texts = useTexts(bulkTexts);
  const toast = useToast();
  // The dialog keeps its rows: the selection changes when the run ends.
  const [open, setOpen] = useState<{ readonly action: BulkAction<Row>; readonly rows: readonly Row[] }>();
  const { rows } = selection;
  const exportSelected = () => {
    downloadText(csvFileName(list.name, new Date()), csvFrom(list.columns, rows), "text/csv");
    toast({ title: texts.exported(rows.length) });
  };
  return (
    <>
      {rows.length > 0 && (
        <Bar label={texts.barLabel}>
          <span role="status" className="me-2 font-semibold tabular-nums">
            {texts.selected(rows.length)}
          </span>
          {actions.map((action) => (
            <PermittedButton
              key={action.label}
              size="small"
              icon={action.icon}
              needs={action.needs}
              onClick={() => setOpen({ action, rows })}
            >
              {action.label}
            </PermittedButton>
          ))}
          <Button size="small" icon="download" onClick={exportSelected}>
            {texts.export}
          </Button>
          <Button size="small" kind="quiet" icon="cross" onClick={() => selection.set([])}>
            {texts.clear}
          </Button>
        </Bar>
      )}
      {open?.action.dialog({
        rows: open.rows,
        nameOf,
        onSettled: selection.set,
        onClose: () => setOpen(undefined),
      })}
    </>
  );
}

/** Messages appear above it, however many rows its buttons need. */
function Bar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useToastClearance(bar);
  return (
    <section
      ref={bar}
      aria-label={label}
      data-bulk-bar=""
      className="fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-2rem)] flex-wrap items-center gap-2 rounded-card border bg-surface px-3 py-2 shadow-popup"
    >
      {children}
    </section>
  );
}
