import { type ReactNode, useEffect, useState } from "react";
import { takeAuthorizationResponse } from "../../auth/authorization-response.ts";
import { leaveToSignIn } from "../../auth/leave-to-sign-in.ts";
import { hasAnyPermission } from "../../auth/may.ts";
import { isPlaygroundCallback } from "../../auth/playground/sign-in-request.ts";
import { authTexts } from "../../auth/texts.ts";
import { adoptTokens, currentTokens, redeemAuthorizationResponse } from "../../auth/tokens.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";
import { NoAccess } from "./no-access.tsx";
import { PlaygroundCallback } from "./playground-callback.tsx";

type Stage =
  | { readonly kind: "waiting" }
  | { readonly kind: "signed_in" }
  | { readonly kind: "failed"; readonly error: unknown };

/** Requires a signed-in user. Only the end of a sign-in that the Playground started needs none. */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  return isPlaygroundCallback() ? <PlaygroundCallback /> : <SignedIn>{children}</SignedIn>;
}

/** Completes the sign-in with whose response the page was opened, or begins one. */
function SignedIn({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(authTexts);
  const [stage, setStage] = useState<Stage>(() => ({ kind: currentTokens() ? "signed_in" : "waiting" }));

  useEffect(() => {
    if (stage.kind !== "waiting") return;
    enter().then(
      (entered) => entered && setStage({ kind: "signed_in" }),
      (error: unknown) => setStage({ kind: "failed", error }),
    );
  }, [stage]);

  if (stage.kind === "signed_in") return hasAnyPermission() ? children : <NoAccess />;
  if (stage.kind === "waiting") return <p className="p-8 text-muted">{texts.signingIn}</p>;
  return (
    <main className="mx-auto max-w-lg p-8">
      <ErrorNotice error={stage.error} title={texts.failed} retry={() => setStage({ kind: "waiting" })} />
    </main>
  );
}

let entering: Promise<boolean> | undefined;

/** Runs once, even if React renders twice: a code works once. Resolves to false when the browser navigates away. */
function enter(): Promise<boolean> {
  entering ??= (async () => {
    const response = takeAuthorizationResponse();
    if (response === undefined) {
      await leaveToSignIn();
      return false;
    }
    adoptTokens(await redeemAuthorizationResponse(response));
    return true;
  })().finally(() => {
    entering = undefined;
  });
  return entering;
}
