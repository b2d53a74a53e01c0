import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { type Role, roleInputFrom } from "../access/role.ts";
import { ChangeTable } from "../changes/change-table.tsx";
import { changeDraft, putRole } from "../draft/draft-store.ts";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { useToast } from "../problems/toasts.tsx";
import { bodyFrom, compareMembers } from "./compare-members.ts";
import { WRITINGS } from "./history-kind.ts";
import type { HistoryProps } from "./history-props.ts";
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
  const isPossible = may(WRITINGS[of.kind].needs) && !(of.kind === "user" && of.present === undefined);
  if (!isPossible) return null;
  const isDrafted = of.kind === "role" && may("simulate");
  const openDraft = () => {
    const { present, id } = of;
    changeDraft((draft) => ({ ...draft, roles: draft.roles.filter(({ name }) => name !== id) }));
    changeDraft(
      putRole({
        name: id,
        role: roleInputFrom(members as Role),
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

/** Shows what the restored version changes, and writes it onto the version that the user has seen. */
function RestoreDialog({ of, members, onClose }: RestoreButtonProps & { onClose(): void }) {
  const { kind, id, name, present } = of;
  const texts = useTexts(historyTexts);
  const toast = useToast();
  const queries = useQueryClient();
  const changes = compareMembers(present?.value as Members | undefined, members);
  const isSame = Object.keys(changes).length === 0;
  const restore = async () => {
    await WRITINGS[kind].write(
      id,
      bodyFrom(members),
      present === undefined ? { ifNew: true } : { ifMatch: present.etag },
    );
    toast({ title: texts.restored(name) });
    await queries.invalidateQueries();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.confirmTitle(name)}
      kind="primary"
      size="large"
      confirmLabel={texts.confirm}
      consequences={noticesFor(of, texts)}
      onConfirm={isSame ? () => undefined : restore}
    >
      {isSame ? <p>{texts.same}</p> : <ChangeTable changes={changes} />}
    </ConfirmDialog>
  );
}

/** What the user has to know before the version is written. */
function noticesFor(
  { kind, id, present }: HistoryProps,
  texts: (typeof historyTexts)["en"],
): readonly string[] {
  const keepsSecrets = kind === "user" || kind === "application";
  if (present !== undefined) return keepsSecrets ? [texts.secretsStay] : [];
  const isNameReserved = kind === "application" || kind === "group";
  return [
    texts.partsGone,
    ...(isNameReserved ? [texts.nameReserved(`licet names release ${id} --kind ${kind}`)] : []),
  ];
}
