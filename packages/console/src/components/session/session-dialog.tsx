import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { revokeTokens } from "../../auth/request-tokens.ts";
import { sessionState } from "../../auth/session-state.ts";
import { SignInWindowError, signInByWindow } from "../../auth/sign-in-window.ts";
import { signedInUserFrom } from "../../auth/signed-in-user.ts";
import { authTexts } from "../../auth/texts.ts";
import { adoptTokens, currentTokens, redeemAuthorizationResponse } from "../../auth/tokens.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { useLastFocus } from "./use-last-focus.ts";

/** Opens when the session ends or belongs to another user. Unsaved input stays unless the user discards it. */
export function SessionDialog() {
  const texts = useTexts(authTexts);
  const queries = useQueryClient();
  const state = useSyncExternalStore(sessionState.subscribe, sessionState.get);
  const lastFocus = useLastFocus();
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const former = signedInUserFrom(currentTokens());
  const other = state.kind === "other_account" ? state.user : undefined;

  const signInAgain = async () => {
    setWaiting(true);
    setError(undefined);
    try {
      const tokens = await redeemAuthorizationResponse(
        await signInByWindow({
          ...(former.username !== undefined && { login_hint: former.username }),
          // Without `prompt=login` the server would reuse the session of the other user.
          ...(other && { prompt: "login" }),
        }),
      );
      const user = signedInUserFrom(tokens);
      if (user.id !== former.id) {
        // This tab does not adopt the tokens: it would save the user's input under another account.
        void revokeTokens(tokens).catch(() => undefined);
        return sessionState.set({ kind: "other_account", user });
      }
      adoptTokens(tokens);
      sessionState.set({ kind: "active" });
      await queries.invalidateQueries();
    } catch (problem) {
      setError(problem);
    } finally {
      setWaiting(false);
    }
  };

  const close = () => {
    setError(undefined);
    sessionState.set({ kind: currentTokens()?.refreshToken === undefined ? "postponed" : "active" });
  };

  return (
    <Dialog
      open={state.kind === "over" || state.kind === "other_account"}
      onClose={close}
      finalFocus={lastFocus}
      size="small"
      title={other ? texts.otherSignedIn(other.name) : texts.sessionOver}
      description={other ? texts.otherSignedInHint(other.name, former.name) : texts.sessionOverHint}
      footer={
        <>
          {other ? (
            // The reload restarts the sign-in and discards the page.
            <Button onClick={() => location.reload()}>{texts.continueAs(other.name)}</Button>
          ) : (
            <Button onClick={close}>{texts.notNow}</Button>
          )}
          <Button kind="primary" loading={waiting} onClick={signInAgain}>
            {other ? texts.signInAs(former.name) : texts.signInAgain}
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
