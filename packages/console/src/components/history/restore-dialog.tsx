import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Phrase } from "../../ui/display/phrase.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { ChangeTable } from "../changes/change-table.tsx";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { SecretOnce } from "../forms/secret-once.tsx";
import { useToast } from "../problems/toasts.tsx";
import { bodyFrom, compareMembers } from "./compare-members.ts";
import { writeVersion } from "./history-kind.ts";
import type { HistoryProps } from "./history-props.ts";
import { historyTexts } from "./texts.ts";
import type { Members } from "./walk-back.ts";

interface RestoreDialogProps {
  readonly of: HistoryProps;
  readonly members: Members;
  onClose(): void;
}

/** Restores a version. An application that is created again has a new secret, which the user sees once. */
export function RestoreDialog({ of, members, onClose }: RestoreDialogProps) {
  const { id, name } = of;
  const texts = useTexts(historyTexts);
  const toast = useToast();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  /** Reads the page again, which may replace this dialog. */
  const finish = () => {
    onClose();
    toast({ title: texts.restored(name) });
    void queries.invalidateQueries();
  };
  if (secret === undefined)
    return (
      <RestoreQuestion
        of={of}
        members={members}
        onClose={onClose}
        onRestored={(generated) => (generated === undefined ? finish() : setSecret(generated))}
      />
    );
  return (
    <Dialog open onClose={finish} title={texts.newSecret}>
      <SecretOnce
        fileName={id}
        values={[
          { name: "LICET_CLIENT_ID", label: texts.clientId, value: id },
          { name: "LICET_CLIENT_SECRET", label: texts.clientSecret, value: secret },
        ]}
        onStored={finish}
      />
    </Dialog>
  );
}

interface RestoreQuestionProps extends RestoreDialogProps {
  onRestored(secret: string | undefined): void;
}

/** Shows what the restored version changes, and writes it onto the version that the user has seen. */
function RestoreQuestion({ of, members, onClose, onRestored }: RestoreQuestionProps) {
  const { kind, id, name, present } = of;
  const texts = useTexts(historyTexts);
  const isRestored = useRef(false);
  const changes = compareMembers(present?.value as Members | undefined, members);
  const isSame = Object.keys(changes).length === 0;
  const restore = async () => {
    if (isSame) return;
    const condition = present === undefined ? { ifNew: true as const } : { ifMatch: present.etag };
    const secret = await writeVersion(kind, id, bodyFrom(members), condition);
    isRestored.current = true;
    onRestored(secret);
  };
  return (
    <ConfirmDialog
      open
      onClose={() => {
        if (!isRestored.current) onClose();
      }}
      title={texts.confirmTitle(name)}
      kind="primary"
      size="large"
      confirmLabel={texts.confirm}
      consequences={noticesFor(of, texts)}
      onConfirm={restore}
    >
      {isSame ? <p>{texts.same}</p> : <ChangeTable changes={changes} />}
    </ConfirmDialog>
  );
}

/** What the user has to know before the version is written. */
function noticesFor({ kind, id, present }: HistoryProps, texts: Texts): readonly ReactNode[] {
  const keepsSecrets = kind === "user" || kind === "application";
  if (present !== undefined) return keepsSecrets ? [texts.secretsStay] : [];
  if (kind !== "application" && kind !== "group") return [texts.partsGone];
  const parts = {
    permission: <code>licet:escalate</code>,
    command: <code>{`licet names release ${id} --kind ${kind}`}</code>,
  };
  return [texts.partsGone, <Phrase key="reserved" text={texts.nameReserved} parts={parts} />];
}

type Texts = (typeof historyTexts)["en"];
