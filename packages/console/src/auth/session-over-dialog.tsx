import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { useTexts } from "../texts/use-texts.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { sessionOver } from "./session-over.ts";
import { SignInWindowError, signInByWindow } from "./sign-in-window.ts";
import { authTexts } from "./texts.ts";
import { finishSignIn } from "./tokens.ts";

/** The session ended while somebody was at work: signing in again takes nothing of it away. */
export function SessionOverDialog() {
  const texts = useTexts(authTexts);
  const queries = useQueryClient();
  const open = useSyncExternalStore(sessionOver.subscribe, sessionOver.get);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<unknown>(undefined);

  const signInAgain = async () => {
    setWaiting(true);
    setError(undefined);
    try {
      await finishSignIn(await signInByWindow());
      sessionOver.settle();
      await queries.invalidateQueries();
    } catch (problem) {
      setError(problem);
    } finally {
      setWaiting(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={() => sessionOver.settle()}
      size="small"
      title={texts.sessionOver}
      description={texts.sessionOverHint}
      footer={
        <>
          <Button onClick={() => sessionOver.settle()}>{texts.notNow}</Button>
          <Button kind="primary" loading={waiting} onClick={signInAgain}>
            {texts.signInAgain}
          </Button>
        </>
      }
    >
      {waiting && (
        <p className="text-muted" role="status">
          {texts.waitingForWindow}
        </p>
      )}
      {error !== undefined && <WindowProblem error={error} />}
    </Dialog>
  );
}

function WindowProblem({ error }: { readonly error: unknown }) {
  const texts = useTexts(authTexts);
  if (!(error instanceof SignInWindowError)) return <ErrorNotice error={error} title={texts.failed} />;
  return (
    <Notice tone="warning" live>
      {error.kind === "blocked" ? texts.windowBlocked : texts.windowClosed}
    </Notice>
  );
}
