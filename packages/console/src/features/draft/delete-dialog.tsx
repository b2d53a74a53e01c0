import { useState } from "react";
import type { ShownCall } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { Effects } from "./effects.tsx";
import { draftTexts } from "./texts.ts";
import { useSimulation } from "./use-simulation.ts";

interface DeleteDialogProps {
  readonly kind: "role" | "group";
  readonly id: string;
  readonly title: string;
  readonly call: ShownCall;
  /** `cascade`: with everything that cannot be without it. */
  onConfirm(cascade: boolean): Promise<unknown>;
  onClose(): void;
}

interface Use {
  readonly kind: string;
  readonly id: string;
}

/** Says what would go along, and who would lose what, before anything goes. Mounted while it is open. */
export function DeleteDialog({ kind, id, title, call, onConfirm, onClose }: DeleteDialogProps) {
  const texts = useTexts(draftTexts);
  const simulated = useSimulation({ delete: [{ kind, id, cascade: true }] }, { enabled: true });
  // Whoever may not simulate hears of the uses from the first try.
  const [uses, setUses] = useState<readonly Use[]>([]);
  const alongside = simulated.data
    ? simulated.data.body.changes.filter((change) => change.kind !== kind || change.id !== id)
    : uses;
  const losers = simulated.data?.body.subjects.length ?? 0;
  const confirm = async () => {
    try {
      await onConfirm(alongside.length > 0);
    } catch (error) {
      const named =
        error instanceof ApiProblem && error.slug === "in_use" ? error.problem.used_by : undefined;
      if (Array.isArray(named)) setUses(named as readonly Use[]);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirmLabel={alongside.length > 0 ? texts.deleteAll : texts.delete}
      {...(alongside.length > 0 && { typeToConfirm: id })}
      consequences={[...describeUses(alongside, texts), texts.deleteForGood]}
      onConfirm={confirm}
    >
      {simulated.isPending && <SkeletonText lines={3} />}
      {simulated.data && losers > 0 && (
        <div className="grid gap-2">
          <p className="font-semibold">{texts.whoLoses(losers)}</p>
          <div className="max-h-60 overflow-y-auto rounded-control border p-3">
            <Effects simulation={simulated.data.body} />
          </div>
        </div>
      )}
      <div>
        <ApiCall call={call} />
      </div>
    </ConfirmDialog>
  );
}

/** Assignments and memberships are counted; whatever else would change is named. */
function describeUses(uses: readonly Use[], texts: (typeof draftTexts)["en"]): readonly string[] {
  const count = (kind: string) => uses.filter((use) => use.kind === kind).length;
  const assignments = count("assignment");
  const memberships = count("membership");
  const roles = uses.filter((use) => use.kind === "role").map(({ id }) => id);
  return [
    ...(assignments > 0 ? [texts.assignmentsGo(assignments)] : []),
    ...(memberships > 0 ? [texts.membershipsGo(memberships)] : []),
    ...(roles.length > 0 ? [texts.rolesLose(roles.join(", "))] : []),
  ];
}
