import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useWrite } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { draftTexts } from "./texts.ts";

interface DeleteButtonProps {
  readonly kind: "role" | "group";
  readonly name: string;
  /** What is asked first. */
  readonly question: string;
  /** Said when it is done. */
  readonly deleted: string;
}

const CALLS = { role: "DELETE /roles/{name}", group: "DELETE /groups/{name}" } as const;
const LISTS = { role: "/roles", group: "/groups" } as const;

/** Deletes a role or a group, once it was said who would lose what, and leads to the list. */
export function DeleteButton({ kind, name, question, deleted }: DeleteButtonProps) {
  const texts = useTexts(draftTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = useWrite(CALLS[kind]);
  const confirm = async (cascade: boolean) => {
    await remove.mutateAsync({ params: { name }, query: { cascade } });
    toast({ title: deleted });
    await navigate({ to: LISTS[kind], ignoreBlocker: true });
  };
  return (
    <>
      <Button icon="trash" needs={`${kind}s.write`} onClick={() => setOpen(true)}>
        {texts.delete}
      </Button>
      {open && (
        <DeleteDialog
          kind={kind}
          id={name}
          title={question}
          call={describeCall(CALLS[kind], { params: { name }, query: { cascade: true } })}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
