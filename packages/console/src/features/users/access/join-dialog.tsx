import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogEnd } from "../../../ui/dialog-end.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { Field } from "../../../ui/field.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import type { Option } from "../../../ui/option.ts";
import { searchGroups } from "./search-groups.ts";
import { accessTexts } from "./texts.ts";
import { useMembership } from "./use-membership.ts";

interface JoinDialogProps {
  readonly userId: string;
  onClose(): void;
}

/** Mounted while it is open. */
export function JoinDialog({ userId, onClose }: JoinDialogProps) {
  const texts = useTexts(accessTexts);
  const { join, isPending } = useMembership(userId);
  const [group, setGroup] = useState<Option>();
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async () => {
    setTried(true);
    if (!group) return;
    setError(undefined);
    try {
      await join(group.value);
      onClose();
    } catch (problem) {
      setError(problem);
    }
  };
  const params = { name: group?.value ?? "…", member: `user:${userId}` };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.join}
      size="small"
      footer={
        <DialogEnd call={describeCall("PUT /groups/{name}/members/{member}", { params })}>
          <Button kind="primary" loading={isPending} onClick={() => void submit()}>
            {texts.join}
          </Button>
        </DialogEnd>
      }
    >
      <Field label={texts.group} error={tried && !group ? texts.chooseGroup : undefined} required>
        <Combobox value={group} onChange={setGroup} search={searchGroups} />
      </Field>
      {error !== undefined && <ErrorNotice error={error} title={texts.groupFailed} />}
      <LeaveGuard when={group !== undefined} />
    </Dialog>
  );
}
