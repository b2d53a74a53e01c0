import { type ComponentProps, type ReactNode, useRef } from "react";
import { isGone, isShownAtFields } from "../../api/issue-at.ts";
import type { FormDraft } from "../../api/use-form-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/display/notice.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { ApiCall } from "../api-call/api-call.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { useToastClearance } from "./use-toast-clearance.ts";
import { VersionConflict } from "./version-conflict.tsx";

interface SaveBarProps<Part extends object> {
  readonly draft: FormDraft<Part>;
  readonly labels: Readonly<Record<keyof Part, string>>;
  /** The API call that Save sends. */
  readonly call: ComponentProps<typeof ApiCall>["call"];
  /** Other actions for the edited values. */
  readonly more?: ReactNode;
  onSaved?(): void;
}

/** The end of a form: while there are unsaved changes, it shows them and errors, and guards against leaving. */
export function SaveBar<Part extends object>(props: SaveBarProps<Part>) {
  const { draft, labels, onSaved } = props;
  const texts = useTexts(uiTexts);
  const after = (stored: boolean) => stored && onSaved?.();
  const isShown = draft.dirty || draft.error !== undefined;
  return (
    <>
      {/* Stays on the page, so that screen readers announce each change of it. */}
      <span className="sr-only" role="status">
        {draft.dirty ? texts.unsaved : texts.nothingToSave}
      </span>
      {isShown && <Bar {...props} after={after} />}
      <VersionConflict
        conflicts={draft.conflicts}
        labels={labels}
        saving={draft.saving}
        onResolve={(chosen) => void draft.resolve(chosen).then(after)}
        postpone={() => draft.postpone()}
      />
      <LeaveGuard when={draft.dirty} />
    </>
  );
}

interface BarProps<Part extends object> extends SaveBarProps<Part> {
  after(stored: boolean): void;
}

function Bar<Part extends object>({ draft, labels, call, more, after }: BarProps<Part>) {
  const texts = useTexts(uiTexts);
  const bar = useRef<HTMLDivElement>(null);
  useToastClearance(bar);
  return (
    <div ref={bar} data-save-bar="" className="sticky bottom-3 z-10 grid grid-cols-1 gap-2">
      {draft.error !== undefined && (
        <div className="rounded-card bg-raised shadow-popup">
          <SaveProblem draft={draft} labels={labels} after={after} />
        </div>
      )}
      <div className="flex items-center justify-end gap-2 rounded-card border bg-raised p-2 shadow-popup max-sm:gap-1.5 max-sm:[&_button]:px-2.5 max-sm:[&_button]:text-sm">
        <span
          className={classNames(
            "flex min-w-0 flex-1 items-center gap-2 ps-1.5 text-sm",
            more !== undefined && "max-sm:hidden",
          )}
          aria-hidden="true"
        >
          <span className="size-2 shrink-0 rounded-full bg-warning" />
          <span className="truncate">{draft.dirty ? texts.unsaved : texts.nothingToSave}</span>
        </span>
        <span className="max-sm:hidden">
          <ApiCall call={call} />
        </span>
        <Button disabled={!draft.dirty || draft.saving} onClick={() => draft.discard()}>
          {texts.discard}
        </Button>
        {more}
        <Button
          kind="primary"
          disabled={!draft.dirty}
          loading={draft.saving && !draft.conflicts}
          onClick={() => void draft.save().then(after)}
        >
          {texts.save}
        </Button>
      </div>
    </div>
  );
}

interface SaveProblemProps<Part extends object> extends Pick<SaveBarProps<Part>, "draft" | "labels"> {
  after(stored: boolean): void;
}

function SaveProblem<Part extends object>({ draft, labels, after }: SaveProblemProps<Part>) {
  const texts = useTexts(uiTexts);
  const { error, createAgain } = draft;
  if (
    isShownAtFields(
      error,
      Object.keys(labels).map((member) => `/${member}`),
    )
  )
    return (
      <Notice tone="bad" live>
        {texts.seeFields}
      </Notice>
    );
  if (!isGone(error)) return <ErrorNotice error={error} />;
  return (
    <Notice
      tone="bad"
      title={texts.goneTitle}
      live
      action={
        createAgain && (
          <Button size="small" onClick={() => void createAgain().then(after)}>
            {texts.createAgain}
          </Button>
        )
      }
    >
      {createAgain ? texts.goneCreateHint : texts.goneHint}
    </Notice>
  );
}
