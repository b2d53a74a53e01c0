import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiProblem } from "../api/problem.ts";
import type { Draft } from "../api/use-draft.ts";
import { useTexts } from "../texts/use-texts.tsx";
import { ApiCall } from "./api-call.tsx";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";
import { uiTexts } from "./texts.ts";
import { VersionConflict } from "./version-conflict.tsx";

type ShownCall = Parameters<typeof ApiCall>[0]["call"];

interface SaveBarProps<Part extends object> {
  readonly draft: Draft<Part>;
  readonly labels: Readonly<Record<keyof Part, string>>;
  /** What saving sends. */
  readonly call: ShownCall;
  /** Further ways to go on with what was typed. */
  readonly more?: ReactNode;
  /** The form stands in a drawer that the query of the address opens, so another query closes it. */
  readonly inDrawer?: boolean;
  onSaved?(): void;
}

/** The end of a form: what is not saved yet, what went wrong, and a guard against leaving with it. */
export function SaveBar<Part extends object>(props: SaveBarProps<Part>) {
  const { draft, labels, call, more, inDrawer = false, onSaved } = props;
  const texts = useTexts(uiTexts);
  const blocker = useBlocker({
    // A filter or a tab in the query leaves a form on a page where it is.
    shouldBlockFn: ({ current, next }) => draft.dirty && (inDrawer || current.pathname !== next.pathname),
    enableBeforeUnload: () => draft.dirty,
    withResolver: true,
  });
  const after = (stored: boolean) => stored && onSaved?.();
  return (
    <div className="grid gap-3">
      {draft.error !== undefined &&
        (isAtFields(draft.error, labels) ? (
          <Notice tone="bad" live>
            {texts.seeFields}
          </Notice>
        ) : (
          <ErrorNotice error={draft.error} />
        ))}
      <div className="flex flex-wrap items-center gap-2 border-t pt-4">
        <span className="me-auto text-sm text-muted" role="status">
          {draft.dirty ? texts.unsaved : texts.nothingToSave}
        </span>
        <ApiCall call={call} look="icon" />
        <Button disabled={!draft.dirty || draft.saving} onClick={() => draft.discard()}>
          {texts.discard}
        </Button>
        {more}
        <Button
          kind="primary"
          disabled={!draft.dirty}
          loading={draft.saving && !draft.conflict}
          onClick={() => void draft.save().then(after)}
        >
          {texts.save}
        </Button>
      </div>
      <VersionConflict
        conflict={draft.conflict}
        labels={labels}
        saving={draft.saving}
        keepMine={() => void draft.keepMine().then(after)}
        takeTheirs={() => draft.takeTheirs()}
        postpone={() => draft.postpone()}
      />
      <ConfirmDialog
        open={blocker.status === "blocked"}
        onClose={() => blocker.reset?.()}
        title={texts.leaveTitle}
        consequences={[texts.leaveHint]}
        confirmLabel={texts.leave}
        onConfirm={() => blocker.proceed?.()}
      />
    </div>
  );
}

/** Everything that is wrong is told at a field of this form. */
const isAtFields = (error: unknown, labels: object): boolean =>
  error instanceof ApiProblem &&
  error.problem.errors !== undefined &&
  error.problem.errors.every(({ pointer }) => Object.hasOwn(labels, pointer.split("/")[1] ?? ""));
