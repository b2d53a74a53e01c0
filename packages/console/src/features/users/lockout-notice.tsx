import { useRead, useWrite } from "../../api/use-api.ts";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Time } from "../../ui/display/time.tsx";
import { lockoutTexts } from "./lockout-texts.ts";

/** Shown while the account is locked after wrong passwords. */
export function LockoutNotice({ userId }: { readonly userId: string }) {
  const texts = useTexts(lockoutTexts);
  const toast = useToast();
  const given = { params: { id: userId } };
  const read = useRead("GET /users/{id}/lockout", given, { everyMilliseconds: 30_000 });
  const unlock = useWrite("DELETE /users/{id}/lockout");
  const lockout = read.isPlaceholderData ? undefined : read.data?.body;
  if (!lockout?.locked) return null;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <Notice
        tone="warning"
        title={texts.title}
        live
        action={
          <PermittedButton
            icon="lock"
            needs="users.write"
            loading={unlock.isPending}
            onClick={() => unlock.mutate(given, { onSuccess: () => toast({ title: texts.unlocked }) })}
          >
            {texts.unlock}
          </PermittedButton>
        }
      >
        {texts.hint(lockout.failures)} <Time at={lockout.locked_until} />
      </Notice>
      {unlock.error && <ErrorNotice error={unlock.error} title={texts.failed} />}
    </div>
  );
}
