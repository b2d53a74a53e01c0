import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useToast } from "../../components/problems/toasts.tsx";
import { useErrorSentence } from "../../components/problems/use-error-sentence.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { type AppliedDraft, forgetApplied } from "./applied-draft.ts";
import { type UndoProblem, undoDraft } from "./undo-draft.ts";
import { undoTexts } from "./undo-texts.ts";

interface UndoDialogProps {
  readonly applied: AppliedDraft;
  onClose(): void;
}

/** Says what undoing the applied draft does, does it, and tells what stays. Mounted while it is open. */
export function UndoDialog({ applied, onClose }: UndoDialogProps) {
  const texts = useTexts(undoTexts);
  const ui = useTexts(uiTexts);
  const toast = useToast();
  const queries = useQueryClient();
  const [working, setWorking] = useState(false);
  const [problems, setProblems] = useState<readonly UndoProblem[]>();
  const undo = async () => {
    setWorking(true);
    const found = await undoDraft(applied);
    forgetApplied();
    await queries.invalidateQueries();
    setWorking(false);
    if (found.length > 0) return setProblems(found);
    toast({ title: texts.undone });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={problems ? texts.partly : texts.title}
      description={problems ? undefined : texts.hint}
      size="small"
      footer={
        problems ? (
          <Button kind="primary" onClick={onClose}>
            {ui.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{ui.cancel}</Button>
            <Button kind="primary" loading={working} onClick={() => void undo()}>
              {texts.undo}
            </Button>
          </>
        )
      }
    >
      {problems ? <Problems problems={problems} /> : <Steps applied={applied} />}
    </Dialog>
  );
}

function Steps({ applied: { roles, created, changed, revoked } }: { readonly applied: AppliedDraft }) {
  const texts = useTexts(undoTexts);
  const steps = [
    ...(created.length > 0 ? [texts.revokes(created.length)] : []),
    ...(revoked.length > 0 ? [texts.assigns(revoked.length)] : []),
    ...(changed.length > 0 ? [texts.expiries(changed.length)] : []),
    ...roles.map(({ name, before }) => (before ? texts.restores(name) : texts.deletes(name))),
  ];
  return (
    <ul className="list-disc ps-5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  );
}

function Problems({ problems }: { readonly problems: readonly UndoProblem[] }) {
  const texts = useTexts(undoTexts);
  const sentenceFor = useErrorSentence();
  const describe = (problem: UndoProblem): string =>
    problem.kind === "failed"
      ? `${problem.name === "" ? texts.assignments : texts.role(problem.name)}: ${sentenceFor(problem.error)}`
      : texts.problems[problem.kind](problem.name);
  return (
    <Notice tone="warning" live title={texts.partlyHint}>
      <ul className="list-disc ps-4">
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.name}`} className="wrap-anywhere">
            {describe(problem)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
