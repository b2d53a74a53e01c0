import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { type Role, roleInputFrom } from "../access/role.ts";
import { changeDraft, putRole } from "../draft/draft-store.ts";
import type { HistoryProps } from "./history-props.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import { historyTexts } from "./texts.ts";
import type { Members } from "./walk-back.ts";

interface RestoreButtonProps {
  readonly of: HistoryProps;
  readonly members: Members;
}

/** Restores a version: of a role as a draft, which shows who gains and loses access; of another object after a question. */
export function RestoreButton({ of, members }: RestoreButtonProps) {
  const texts = useTexts(historyTexts);
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  // A new user gets a new id, so a deleted one cannot come back.
  const isPossible = may(KINDS[of.kind].mayWrite) && !(of.kind === "user" && of.present === undefined);
  if (!isPossible) return null;
  const isDrafted = of.kind === "role" && may("simulate");
  const openDraft = () => {
    const { present, id } = of;
    changeDraft((draft) => ({ ...draft, roles: draft.roles.filter(({ name }) => name !== id) }));
    changeDraft(
      putRole({
        name: id,
        role: roleInputFrom(members as unknown as Role),
        ...(present && { before: roleInputFrom(present.value as Role), etag: present.etag }),
      }),
    );
    void navigate({ to: "/draft" });
  };
  return (
    <div className="mt-1.5">
      <Button
        size="small"
        icon={isDrafted ? "draft" : "undo"}
        title={isDrafted ? texts.draftHint : undefined}
        onClick={isDrafted ? openDraft : () => setOpen(true)}
      >
        {texts.restore}
      </Button>
      {open && <RestoreDialog of={of} members={members} onClose={() => setOpen(false)} />}
    </div>
  );
}
