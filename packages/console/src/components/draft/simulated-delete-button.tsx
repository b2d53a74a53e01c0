import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { DeleteDialog } from "../deletion/delete-dialog.tsx";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { Effects } from "./effects.tsx";
import { draftTexts } from "./texts.ts";
import { useSimulation } from "./use-simulation.ts";

interface SimulatedDeleteButtonProps {
  readonly kind: "role" | "group";
  readonly name: string;
  /** The question of the confirmation, and the message after the deletion. */
  readonly texts: { deleteTitle(name: string): string; deleted(name: string): string };
}

/** Deletes a role or a group after showing the lost access, and opens the list. */
export function SimulatedDeleteButton(props: SimulatedDeleteButtonProps) {
  const texts = useTexts(draftTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <PermittedButton icon="trash" needs={KINDS[props.kind].mayWrite} onClick={() => setOpen(true)}>
        {texts.delete}
      </PermittedButton>
      {open && <SimulatedDeletion {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Simulates the deletion first: it lists dependent objects and the access that principals would lose. */
function SimulatedDeletion(props: SimulatedDeleteButtonProps & { onClose(): void }) {
  const { kind, name, texts: words, onClose } = props;
  const texts = useTexts(draftTexts);
  const navigate = useNavigate();
  const simulated = useSimulation({ delete: [{ kind, id: name, cascade: true }] }, { enabled: true });
  const { changes = [], subjects = [], truncated = false } = simulated.data?.body ?? {};
  return (
    <DeleteDialog
      kind={kind}
      params={{ name }}
      title={words.deleteTitle(name)}
      word={name}
      known={changes.filter((change) => change.kind !== kind || change.id !== name)}
      deleted={words.deleted(name)}
      onClose={onClose}
      onDeleted={() => void navigate({ to: `/${kind}s`, ignoreBlocker: true })}
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
