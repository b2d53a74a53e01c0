import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { countChanges, type Draft, EMPTY_DRAFT, simulationFrom } from "../../components/draft/draft.ts";
import { changeDraft } from "../../components/draft/draft-store.ts";
import { Effects } from "../../components/draft/effects.tsx";
import { draftTexts } from "../../components/draft/texts.ts";
import { useSimulation } from "../../components/draft/use-simulation.ts";
import { MissingPermission } from "../../components/permissions/missing-permission.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { useSettled } from "../../components/roles/use-condition-check.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { type AppliedDraft, useApplied } from "./applied-draft.ts";
import { ApplyDialog } from "./apply-dialog.tsx";
import { DraftChanges } from "./draft-changes.tsx";
import { DraftChecks } from "./draft-checks.tsx";
import { IncomingDialog } from "./incoming-dialog.tsx";
import { UndoDialog } from "./undo-dialog.tsx";
import { undoTexts } from "./undo-texts.ts";
import { useSharedDraft } from "./use-shared-draft.ts";

const PAUSE_MILLISECONDS = 250;

export function DraftPage() {
  const texts = useTexts(draftTexts);
  const undo = useTexts(undoTexts);
  const { draft, fits, incoming, settle } = useSharedDraft();
  const toast = useToast();
  const openIncoming = () => {
    settle("incoming");
    toast({ title: texts.replaced, undo: () => changeDraft(() => draft) });
  };
  const [applying, setApplying] = useState(false);
  const [undoing, setUndoing] = useState<AppliedDraft>();
  const applied = useApplied();
  const settled = useSettled(draft, PAUSE_MILLISECONDS);
  const changes = countChanges(draft);
  const isAsked = countChanges(settled) + settled.checks.length > 0;
  const simulated = useSimulation(simulationFrom(settled), { enabled: isAsked && !applying });
  const may = useMay();
  const missing = permissionsToApply(draft).find((permission) => !may(permission));
  const problem = simulated.error instanceof ApiProblem ? simulated.error : undefined;
  const simulation = isAsked && !simulated.error ? simulated.data?.body : undefined;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ApiCall call={describeCall("POST /simulate", { body: simulationFrom(draft) })} />
            {fits && changes > 0 && <CopyButton text={location.href} label={texts.copyLink} look="button" />}
            <Button
              icon="trash"
              disabled={changes + draft.checks.length === 0}
              onClick={() => changeDraft(() => EMPTY_DRAFT)}
            >
              {texts.clear}
            </Button>
            <Button
              kind="primary"
              // The dialog lists the affected principals before the draft is applied, so it waits for the simulation.
              disabled={changes === 0 || missing !== undefined || settled !== draft || simulated.isFetching}
              onClick={() => setApplying(true)}
            >
              {texts.apply}
            </Button>
          </>
        }
      />
      {missing !== undefined && (
        <div className="mb-5">
          <MissingPermission permissions={[`licet:${missing}`]} title={texts.mayNotApply} />
        </div>
      )}
      {applied && !applying && (
        <div className="mb-5">
          <Notice
            tone="info"
            title={undo.applied}
            action={<Button onClick={() => setUndoing(applied)}>{undo.undoDraft}</Button>}
          >
            {undo.appliedHint}
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-x-6 xl:grid-cols-2">
        <DraftChanges draft={draft} problem={problem} />
        <div>
          <Section title={texts.effects} description={texts.effectsHint}>
            <div className={simulated.isPlaceholderData ? "opacity-60" : ""} aria-busy={simulated.isFetching}>
              {!isAsked && <p className="text-muted">{texts.effectsEmpty}</p>}
              {isAsked && simulated.error && <SimulationFailed error={simulated.error} />}
              {isAsked && !simulated.error && !simulation && <SkeletonText lines={4} />}
              {simulation && <Effects simulation={simulation} />}
            </div>
          </Section>
          <DraftChecks checks={draft.checks} answers={simulation?.checks} problem={problem} />
        </div>
      </div>
      <IncomingDialog
        own={draft}
        incoming={incoming}
        onKeepOwn={() => settle("own")}
        onOpenIncoming={openIncoming}
      />
      {applying && (
        <ApplyDialog
          draft={draft}
          simulation={simulation}
          onClose={() => setApplying(false)}
          onUndo={() => {
            setApplying(false);
            setUndoing(applied);
          }}
        />
      )}
      {undoing && <UndoDialog applied={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  );
}

/** Says why there is no simulation. A draft whose conditions read data requires the permission to read that data. */
function SimulationFailed({ error }: { readonly error: Error }) {
  const texts = useTexts(draftTexts);
  const lacking = error instanceof ApiProblem ? error.problem.lacking : undefined;
  return Array.isArray(lacking) ? (
    <MissingPermission refused all permissions={lacking.map(String)} title={texts.effectsFailed} />
  ) : (
    <ErrorNotice error={error} title={texts.effectsFailed} />
  );
}

/** Applying a draft requires more permissions than simulating it. */
const permissionsToApply = ({ roles, assign, revoke }: Draft): readonly LicetPermission[] => [
  ...(roles.length > 0 ? (["roles.write"] as const) : []),
  ...(assign.length + revoke.length > 0 ? (["assignments.write"] as const) : []),
];
