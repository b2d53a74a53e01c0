import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { Field } from "../../../components/fields/field.tsx";
import { DialogEnd } from "../../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../../components/forms/leave-guard.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { Combobox } from "../../../components/search/combobox.tsx";
import type { Option } from "../../../components/search/option.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
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
