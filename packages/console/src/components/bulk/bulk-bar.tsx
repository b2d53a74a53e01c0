import { type ReactNode, useRef, useState } from "react";
import type { StoredEntity } from "../../api/entities.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { downloadText } from "../../ui/button/download-text.ts";
import { KINDS } from "../../values/kinds.generated.ts";
import { useToastClearance } from "../forms/use-toast-clearance.ts";
import type { RowSelection } from "../lists/row-selection.ts";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { useToast } from "../problems/toasts.tsx";
import { BulkAssignDialog } from "./bulk-assign-dialog.tsx";
import { BulkDeleteDialog } from "./bulk-delete-dialog.tsx";
import { BulkStateDialog } from "./bulk-state-dialog.tsx";
import { csvFileName, csvFrom } from "./csv-columns.ts";
import type { ExportedList } from "./export-dialog.tsx";
import { type BulkKind, canBeDisabled, type KindBulk, type KindBulkFrame } from "./kind-bulk.ts";
import { bulkTexts } from "./texts.ts";

interface BulkBarProps<Row extends StoredEntity> {
  readonly kind: BulkKind;
  readonly bulk: KindBulk<Row>;
  readonly selection: RowSelection<Row>;
  nameOf(row: NoInfer<Row>): string;
  readonly list: ExportedList<Row>;
}

const ACTIONS = [
  { action: "disable", icon: "blocked" },
  { action: "enable", icon: "check" },
  { action: "assign", icon: "assignment" },
  { action: "delete", icon: "trash" },
] as const;
type Action = (typeof ACTIONS)[number]["action"];

/**
 * The actions on the selected rows; shown while there are any. It stays in view and moves no row, so that the next
 * click hits what it aims at. In the order of the page it is before the table, where keyboards reach it first.
 */
export function BulkBar<Row extends StoredEntity>({
  kind,
  bulk,
  selection,
  nameOf,
  list,
}: BulkBarProps<Row>) {
  const texts = useTexts(bulkTexts);
  const toast = useToast();
  // The dialog keeps its rows: the selection changes when the run ends.
  const [open, setOpen] = useState<{ readonly action: Action; readonly rows: readonly Row[] }>();
  const { rows } = selection;
  const exportSelected = () => {
    downloadText(csvFileName(list.name, new Date()), csvFrom(list, rows), "text/csv");
    toast({ title: texts.exported(rows.length) });
  };
  return (
    <>
      {rows.length > 0 && (
        <Bar label={texts.barLabel}>
          <span role="status" className="me-2 font-semibold tabular-nums">
            {texts.selected(rows.length)}
          </span>
          {ACTIONS.slice(canBeDisabled(kind) ? 0 : 2).map(({ action, icon }) => (
            <PermittedButton
              key={action}
              size="small"
              icon={icon}
              needs={action === "assign" ? KINDS.assignment.mayWrite : KINDS[kind].mayWrite}
              onClick={() => setOpen({ action, rows })}
            >
              {texts[action]}
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
      {open && (
        <ActionDialog
          action={open.action}
          kind={kind}
          bulk={bulk}
          rows={open.rows}
          nameOf={nameOf}
          onSettled={selection.set}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function ActionDialog<Row extends StoredEntity>({
  action,
  ...frame
}: KindBulkFrame<Row> & { readonly action: Action }) {
  if (action === "assign") return <BulkAssignDialog {...frame} />;
  if (action === "delete" || !canBeDisabled(frame.kind)) return <BulkDeleteDialog {...frame} />;
  return <BulkStateDialog {...frame} kind={frame.kind} enabled={action === "enable"} />;
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
