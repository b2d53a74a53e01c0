import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { useSettled } from "../roles/use-condition-check.ts";
import { ApplyDialog } from "./apply-dialog.tsx";
import { countChanges, NO_DRAFT, writeSimulation } from "./draft.ts";
import { DraftChanges } from "./draft-changes.tsx";
import { DraftChecks } from "./draft-checks.tsx";
import { changeDraft } from "./draft-store.ts";
import { Effects } from "./effects.tsx";
import { draftTexts } from "./texts.ts";
import { useSharedDraft } from "./use-shared-draft.ts";
import { useSimulation } from "./use-simulation.ts";

const PAUSE_MILLISECONDS = 250;

export function DraftPage() {
  const texts = useTexts(draftTexts);
  const { draft, fits } = useSharedDraft();
  const [applying, setApplying] = useState(false);
  const settled = useSettled(draft, PAUSE_MILLISECONDS);
  const changes = countChanges(draft);
  const isAsked = countChanges(settled) + settled.checks.length > 0;
  const simulated = useSimulation(writeSimulation(settled), { enabled: isAsked && !applying });
  const problem = simulated.error instanceof ApiProblem ? simulated.error : undefined;
  const simulation = isAsked && !simulated.error ? simulated.data?.body : undefined;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ApiCall call={describeCall("POST /simulate", { body: writeSimulation(draft) })} />
            {fits && changes > 0 && <CopyButton text={location.href} label={texts.copyLink} look="button" />}
            <Button
              icon="trash"
              disabled={changes + draft.checks.length === 0}
              onClick={() => changeDraft(() => NO_DRAFT)}
            >
              {texts.clear}
            </Button>
            <Button kind="primary" disabled={changes === 0} onClick={() => setApplying(true)}>
              {texts.apply}
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-x-6 xl:grid-cols-2">
        <DraftChanges draft={draft} problem={problem} />
        <div>
          <Section title={texts.effects} description={texts.effectsHint}>
            <div className={simulated.isPlaceholderData ? "opacity-60" : ""} aria-busy={simulated.isFetching}>
              {!isAsked && <p className="text-muted">{texts.effectsEmpty}</p>}
              {isAsked && simulated.error && (
                <ErrorNotice error={simulated.error} title={texts.effectsFailed} />
              )}
              {isAsked && !simulated.error && !simulation && <SkeletonText lines={4} />}
              {simulation && <Effects simulation={simulation} />}
            </div>
          </Section>
          <DraftChecks checks={draft.checks} answers={simulation?.checks} problem={problem} />
        </div>
      </div>
      {applying && <ApplyDialog draft={draft} simulation={simulation} onClose={() => setApplying(false)} />}
    </>
  );
}
