import type { AnswerOf } from "../../api/call-api.ts";
import type { Draft } from "../../components/draft/draft.ts";
import { Effects } from "../../components/draft/effects.tsx";
import { draftTexts } from "../../components/draft/texts.ts";
import { DialogEnd } from "../../components/forms/dialog-end.tsx";
import { VersionConflict } from "../../components/forms/version-conflict.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { type ApplyStep, describeCalls } from "./apply-draft.ts";
import { undoTexts } from "./undo-texts.ts";
import { type StepState, useApply } from "./use-apply.ts";

interface ApplyDialogProps {
  readonly draft: Draft;
  readonly simulation: AnswerOf<"POST /simulate"> | undefined;
  onClose(): void;
  /** Closes the dialog and asks whether to undo the applied draft. */
  onUndo(): void;
}

export function ApplyDialog({ draft, simulation, onClose, onUndo }: ApplyDialogProps) {
  const undo = useTexts(undoTexts);
  const texts = useTexts(draftTexts);
  const words = useTexts(rolesTexts);
  const apply = useApply(draft);
  return (
    <>
      <Dialog
        open={!apply.conflict}
        onClose={onClose}
        title={apply.isDone ? texts.applied : texts.applyTitle}
        description={texts.applyHint}
        footer={
          apply.isDone ? (
            <>
              <Button onClick={onUndo}>{undo.undoDraft}</Button>
              <Button kind="primary" onClick={onClose}>
                {texts.close}
              </Button>
            </>
          ) : (
            <DialogEnd call={describeCalls(draft)}>
              <Button kind="primary" loading={apply.isWorking} onClick={() => void apply.start()}>
                {apply.isWorking ? texts.applying : texts.applyNow}
              </Button>
            </DialogEnd>
          )
        }
      >
        {simulation && !apply.isDone && <Affected simulation={simulation} />}
        {apply.error !== undefined && <ErrorNotice error={apply.error} title={texts.appliedPartly} />}
        <ol className="divide-y rounded-control border" aria-live="polite">
          {apply.steps.map((step, place) => (
            <Step key={nameOf(step, texts)} step={step} state={apply.states[place] ?? "waiting"} />
          ))}
        </ol>
      </Dialog>
      <VersionConflict
        conflicts={apply.conflict?.members}
        labels={{ description: words.descriptionLabel, inherits: words.inherits, grants: words.grants }}
        saving={apply.isWorking}
        onResolve={(chosen) => void apply.resolve(chosen)}
        postpone={onClose}
      />
    </>
  );
}

/** Lists the affected principals by name; principals that lose access come first. */
function Affected({ simulation }: { readonly simulation: AnswerOf<"POST /simulate"> }) {
  const texts = useTexts(draftTexts);
  const losing = simulation.subjects.filter(({ losses }) => losses.length > 0);
  const gaining = simulation.subjects.filter(({ gains }) => gains.length > 0);
  const onlyGaining = gaining.filter(({ losses }) => losses.length === 0);
  const words = [
    ...(losing.length > 0 ? [texts.applyLoses(losing.length)] : []),
    ...(gaining.length > 0 ? [texts.applyGains(gaining.length)] : []),
  ];
  return (
    <div className="grid gap-2">
      {words.length > 0 && <Notice tone={losing.length > 0 ? "warning" : "info"}>{words.join(" ")}</Notice>}
      <div className="max-h-60 overflow-y-auto rounded-control border p-3">
        <Effects simulation={{ ...simulation, subjects: [...losing, ...onlyGaining] }} />
      </div>
    </div>
  );
}

function Step({ step, state }: { readonly step: ApplyStep; readonly state: StepState }) {
  const texts = useTexts(draftTexts);
  const words = {
    waiting: texts.waiting,
    working: texts.applying,
    done: texts.done,
    failed: texts.failedStep,
  };
  return (
    <li className="flex items-center gap-2.5 px-3 py-2">
      {state === "working" && <Spinner />}
      {state === "done" && <Icon name="check" className="size-5 text-accent-ink" />}
      {state === "failed" && <Icon name="alert" className="size-5 text-problem" />}
      {state === "waiting" && <Icon name="clock" className="size-5 text-muted" />}
      <span className="flex-1">{nameOf(step, texts)}</span>
      <span className="text-sm text-muted">{words[state]}</span>
    </li>
  );
}

const nameOf = (step: ApplyStep, texts: (typeof draftTexts)["en"]): string =>
  step.kind === "role" ? texts.steps.role(step.role.name) : texts.steps.assignments(step.given, step.taken);
