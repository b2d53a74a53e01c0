import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useWrite } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { LeaveGuard } from "../../components/forms/leave-guard.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { CloseButton } from "../../ui/button/close-button.tsx";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { resetTexts } from "./reset-texts.ts";
import { nameOf, type User } from "./user.ts";

interface ResetDialogProps {
  readonly user: User;
  onClose(): void;
}

/** Shows a password reset link once. Mounted while it is open. */
export function ResetDialog({ user, onClose }: ResetDialogProps) {
  const texts = useTexts(resetTexts);
  const issue = useWrite("POST /users/{id}/password-resets");
  // Only this dialog keeps the link, until it closes: a holder of the link can take over the account.
  const [link, setLink] = useState<{ readonly url: string; readonly expires_at: string }>();
  const [isCopied, setIsCopied] = useState(false);
  const given = { params: { id: user.id } };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(nameOf(user))}
      description={link ? undefined : texts.description}
      footer={
        link ? (
          <CloseButton kind="primary">{texts.done}</CloseButton>
        ) : (
          <>
            <span className="me-auto">
              <ApiCall call={describeCall("POST /users/{id}/password-resets", given)} />
            </span>
            <Button
              kind="primary"
              loading={issue.isPending}
              onClick={() => issue.mutate(given, { onSuccess: ({ body }) => setLink(body) })}
            >
              {texts.create}
            </Button>
          </>
        )
      }
    >
      {link ? (
        <>
          <Notice tone="warning" live>
            {texts.once}
          </Notice>
          <div
            className="flex items-center gap-1 rounded-control border bg-inset ps-3"
            onCopy={() => setIsCopied(true)}
          >
            <code className="min-w-0 flex-1 py-2 select-all">{link.url}</code>
            <CopyButton text={link.url} label={texts.copy} onCopied={() => setIsCopied(true)} />
          </div>
          <p className="text-muted">
            {texts.expires} <Time at={link.expires_at} />
          </p>
        </>
      ) : (
        <ul className="list-disc ps-5 text-muted">
          <li>{texts.voidsOlder}</li>
          <li>{texts.endsSessions}</li>
        </ul>
      )}
      {issue.error && <ErrorNotice error={issue.error} title={texts.failed} />}
      <LeaveGuard when={link !== undefined && !isCopied} words={texts.leave} />
    </Dialog>
  );
}
