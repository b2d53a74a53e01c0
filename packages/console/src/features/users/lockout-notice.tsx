import { useState } from "react";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Time } from "../../ui/display/time.tsx";
import { UnlockDialog } from "./actions/unlock-dialog.tsx";
import { useLockout } from "./actions/use-lockout.ts";
import { lockoutTexts } from "./lockout-texts.ts";
import type { User } from "./user.ts";

/** Shown while the account is locked after wrong passwords. */
export function LockoutNotice({ user }: { readonly user: User }) {
  const texts = useTexts(lockoutTexts);
  const lockout = useLockout(user.id);
  const [unlocking, setUnlocking] = useState(false);
  return (
    <>
      {lockout?.locked && (
        <div className="mb-5">
          <Notice
            tone="warning"
            title={texts.title}
            live
            action={
              <PermittedButton icon="lock" needs="users.write" onClick={() => setUnlocking(true)}>
                {texts.unlock}
              </PermittedButton>
            }
          >
            {texts.hint(lockout.failures)} <Time at={lockout.locked_until} />
          </Notice>
        </div>
      )}
      {unlocking && (
        <UnlockDialog user={user} failures={lockout?.failures ?? 0} onClose={() => setUnlocking(false)} />
      )}
    </>
  );
}
