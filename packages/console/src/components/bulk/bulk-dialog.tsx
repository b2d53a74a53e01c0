import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { Field } from "../fields/field.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import { BulkResults } from "./bulk-results.tsx";
import type { Done, Outcome } from "./run-each.ts";
import { bulkTexts } from "./texts.ts";
import { type RunControl, useBulkRun } from "./use-bulk-run.ts";

/** What the page gives to a dialog about the selected rows. */
export interface BulkDialogFrame<Row> {
  readonly rows: readonly Row[];
  nameOf(row: Row): string;
  /** Selects the rows that were not done. */
  onSettled(left: readonly Row[]): void;
  onClose(): void;
}

interface BulkDialogProps<Row, Result> extends BulkDialogFrame<Row> {
  readonly title: string;
  /** What the action does and ends, one per line. */
  readonly consequences?: readonly ReactNode[];
  readonly confirmLabel: string;
  readonly kind?: "danger" | "primary";
  /** The user must type this text first, for irreversible actions. */
  readonly typeToConfirm?: string;
  /** Further fields above the confirmation. */
  readonly children?: ReactNode;
  /** Returns false if the fields are not complete yet. */
  canStart?(): boolean;
  act(rows: readonly Row[], control: RunControl): Promise<readonly Outcome<Row, Result>[]>;
  /** Tells what was done when the dialog closes, and offers to undo it. */
  onDone(done: readonly Done<Row, Result>[]): void;
}

/**
 * Asks, runs an action over the selected rows with its progress, and lists each row that failed with its reason.
 * Mounted while it is open.
 */
export function BulkDialog<Row, Result>(props: BulkDialogProps<Row, Result>) {
  const { rows, title, confirmLabel, kind = "danger", typeToConfirm, nameOf, onClose } = props;
  const texts = useTexts(bulkTexts);
  const ui = useTexts(uiTexts);
  const [typed, setTyped] = useState("");
  const run = useBulkRun(props.act);
  const left = (run.outcomes ?? []).filter(({ state }) => state !== "done");

  const start = async (wanted: readonly Row[]) => {
    if (props.canStart?.() === false) return;
    const outcomes = await run.start(wanted);
    const undone = outcomes.filter(({ state }) => state !== "done").map(({ item }) => item);
    props.onSettled(undone);
    if (undone.length === 0) end(outcomes);
  };
  const end = (outcomes: readonly Outcome<Row, Result>[] = []) => {
    const done = outcomes.filter((outcome) => outcome.state === "done");
    if (done.length > 0) props.onDone(done);
    onClose();
  };
  const isAsking = !run.isRunning && run.outcomes === undefined;
  return (
    <Dialog
      open
      // Nobody loses sight of a run: closing stops it, and its results are shown.
      onClose={() => (run.isRunning ? run.stop() : end(run.outcomes))}
      title={run.outcomes && !run.isRunning ? texts.resultTitle : title}
      footer={
        <>
          {isAsking && <Button onClick={onClose}>{ui.cancel}</Button>}
          {run.isRunning && (
            <Button onClick={() => run.stop()} disabled={run.isStopping}>
              {run.isStopping ? texts.stopping : texts.stop}
            </Button>
          )}
          {!isAsking && !run.isRunning && (
            <>
              <Button onClick={() => void start(left.map(({ item }) => item))}>{texts.retryFailed}</Button>
              <Button kind="primary" onClick={() => end(run.outcomes)}>
                {ui.close}
              </Button>
            </>
          )}
          {isAsking && (
            <Button
              kind={kind}
              disabled={typeToConfirm !== undefined && typed !== typeToConfirm}
              onClick={() => void start(rows)}
            >
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {isAsking && (
        <>
          <Consequences lines={props.consequences ?? []} />
          <NamesOf rows={rows} nameOf={nameOf} />
          {props.children}
          {typeToConfirm !== undefined && (
            <Field label={ui.typeToConfirm(typeToConfirm)} required>
              <TextInput value={typed} onChange={setTyped} autoComplete="off" spellCheck={false} />
            </Field>
          )}
        </>
      )}
      {run.isRunning && <BulkProgress settled={run.settled} total={run.total} />}
      {run.outcomes && !run.isRunning && <BulkResults outcomes={run.outcomes} nameOf={nameOf} />}
    </Dialog>
  );
}

function Consequences({ lines }: { readonly lines: readonly ReactNode[] }) {
  const ui = useTexts(uiTexts);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1.5" aria-label={ui.thisWill}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and keep their order.
        <li key={place} className="flex gap-2">
          <Icon name="warning" className="mt-1 size-4 text-warning" />
          <span className="min-w-0">{line}</span>
        </li>
      ))}
    </ul>
  );
}

/** The selection may reach beyond the screen, so the dialog names all of it. */
function NamesOf<Row>({ rows, nameOf }: Pick<BulkDialogFrame<Row>, "rows" | "nameOf">) {
  return (
    <ul className="flex max-h-32 flex-wrap gap-1 overflow-y-auto rounded-control border bg-inset p-2">
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name; they keep their order.
        <li key={place} className="max-w-full truncate rounded-small border bg-surface px-1.5 text-sm">
          <bdi>{nameOf(row)}</bdi>
        </li>
      ))}
    </ul>
  );
}
