import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { DeleteDialog } from "../deletion/delete-dialog.tsx";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { Effects } from "./effects.tsx";
import { draftTexts } from "./texts.ts";
import { useSimulation } from "./use-simulation.ts";

interface SimulatedDeleteButtonProps {
  readonly kind: "role" | "group";
  readonly name: string;
  /** The question of the confirmation. */
  readonly question: string;
  /** The message after the deletion. */
  readonly deleted: string;
}

const CALLS = { role: "DELETE /roles/{name}", group: "DELETE /groups/{name}" } as const;
const LISTS = { role: "/roles", group: "/groups" } as const;

/** Deletes a role or a group after showing the lost access, and opens the list. */
export function SimulatedDeleteButton(props: SimulatedDeleteButtonProps) {
  const texts = useTexts(draftTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <PermittedButton icon="trash" needs={`${props.kind}s.write`} onClick={() => setOpen(true)}>
        {texts.delete}
      </PermittedButton>
      {open && <SimulatedDeletion {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Simulates the deletion first: it lists dependent objects and the access that principals would lose. */
function SimulatedDeletion(props: SimulatedDeleteButtonProps & { onClose(): void }) {
  const { kind, name, question, deleted, onClose } = props;
  const texts = useTexts(draftTexts);
  const navigate = useNavigate();
  const simulated = useSimulation({ delete: [{ kind, id: name, cascade: true }] }, { enabled: true });
  const { changes = [], subjects = [], truncated = false } = simulated.data?.body ?? {};
  return (
    <DeleteDialog
      name={CALLS[kind]}
      params={{ name }}
      title={question}
      word={name}
      known={changes.filter((change) => change.kind !== kind || change.id !== name)}
      deleted={deleted}
      onClose={onClose}
      onDeleted={() => void navigate({ to: LISTS[kind], ignoreBlocker: true })}
    >
      {simulated.isPending && <SkeletonText lines={3} />}
      {simulated.data && (subjects.length > 0 || truncated) && (
        <div className="grid gap-2">
          {subjects.length > 0 && <p className="font-semibold">{texts.whoLoses(subjects.length)}</p>}
          <div className="max-h-60 overflow-y-auto rounded-control border p-3">
            <Effects simulation={simulated.data.body} />
          </div>
        </div>
      )}
    </DeleteDialog>
  );
}
