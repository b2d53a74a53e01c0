import { useSyncExternalStore } from "react";
import { sessionState } from "../../auth/session-state.ts";
import { authTexts } from "../../auth/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { uiTexts } from "../../ui/texts.ts";

interface SignedOutNoticeProps {
  /** The action that failed, in the words of the view. */
  readonly title: string | undefined;
  readonly retry: (() => void) | undefined;
}

/**
 * Says that a call failed because the session ended. It offers sign-in, or a retry once the user has signed in again.
 */
export function SignedOutNotice({ title, retry }: SignedOutNoticeProps) {
  const texts = useTexts(authTexts);
  const { retry: retryLabel } = useTexts(uiTexts);
  const { kind } = useSyncExternalStore(sessionState.subscribe, sessionState.get);
  if (kind === "active")
    return (
      <Notice
        live
        title={texts.signedInAgain}
        action={
          retry && (
            <Button size="small" icon="refresh" onClick={retry}>
              {retryLabel}
            </Button>
          )
        }
      >
        {texts.signedInAgainHint}
      </Notice>
    );
  return (
    <Notice
      tone="bad"
      live
      title={title ?? texts.sessionOver}
      action={
        <Button size="small" onClick={() => sessionState.set({ kind: "over" })}>
          {texts.signInAgain}
        </Button>
      }
    >
      {title !== undefined && <p>{texts.sessionOver}</p>}
      <p>{texts.sessionOverNotice}</p>
    </Notice>
  );
}
