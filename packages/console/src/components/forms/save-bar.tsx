import type { ComponentProps, ReactNode } from "react";
import { isGone, isShownAtFields } from "../../api/issue-at.ts";
import type { FormDraft } from "../../api/use-form-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { ApiCall } from "../api-call/api-call.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
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

/** The end of a form: it shows unsaved changes and errors, and guards against leaving. */
export function SaveBar<Part extends object>(props: SaveBarProps<Part>) {
  const { draft, labels, call, more, onSaved } = props;
  const texts = useTexts(uiTexts);
  const after = (stored: boolean) => stored && onSaved?.();
  return (
    <div className="sticky bottom-0 z-10 grid gap-3 bg-inherit pb-2">
      {draft.error !== undefined && <SaveProblem draft={draft} labels={labels} after={after} />}
      <div className="flex flex-wrap items-center gap-2 border-t pt-4">
        <span className="me-auto text-sm text-muted" role="status">
          {draft.dirty ? texts.unsaved : texts.nothingToSave}
        </span>
        <ApiCall call={call} />
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
      <VersionConflict
        conflicts={draft.conflicts}
        labels={labels}
        saving={draft.saving}
        onResolve={(chosen) => void draft.resolve(chosen).then(after)}
        postpone={() => draft.postpone()}
      />
      <LeaveGuard when={draft.dirty} />
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
