import { useCallback, useEffect, useRef, useState } from "react";
import { beginPlaygroundSignIn } from "../../../auth/playground/begin-sign-in.ts";
import {
  type PendingSignIn,
  pendingSignIn,
  type SignInResponse,
} from "../../../auth/playground/pending-sign-in.ts";
import { listenForResponse } from "../../../auth/playground/response-messages.ts";
import { playgroundCallback, type SignInRequest } from "../../../auth/playground/sign-in-request.ts";
import { requestToken, type TokenAnswer } from "../../../auth/request-token.ts";

type CodeResponse = Extract<SignInResponse, { readonly kind: "code" }>;

export type SignInState =
  | { readonly kind: "idle" | "waiting" | "exchanging" | "expired" }
  | { readonly kind: "refused"; readonly error: string; readonly description: string }
  /** The user signed in. The code is exchanged as soon as the secret is entered; without one it expires. */
  | { readonly kind: "needs_secret" | "not_exchangeable"; readonly response: CodeResponse }
  | { readonly kind: "answered"; readonly request: SignInRequest; readonly answer: TokenAnswer }
  | { readonly kind: "failed"; readonly error: unknown };

interface SignIn {
  readonly state: SignInState;
  /** Must run in the handler of a click: the browser blocks a new tab otherwise. */
  begin(request: SignInRequest, secret: string, push: boolean): void;
  /** Exchanges the code that waits for its secret. */
  exchange(secret: string): void;
  cancel(): void;
}

/** Runs the sign-in of an application in another tab, and exchanges its code here. The secret stays in memory. */
export function useSignIn(): SignIn {
  const [state, setState] = useState<SignInState>(() => ({
    kind: pendingSignIn.find() ? "waiting" : "idle",
  }));
  const secretOnce = useRef("");

  const redeem = useCallback((response: CodeResponse, secret: string) => {
    setState({ kind: "exchanging" });
    redeemCode(response, secret).then(
      (answer) => setState({ kind: "answered", request: response.pending.request, answer }),
      (error: unknown) => setState({ kind: "failed", error }),
    );
  }, []);

  useEffect(
    () =>
      listenForResponse((response) => {
        const secret = secretOnce.current;
        secretOnce.current = "";
        if (response.kind !== "code") return setState(response);
        const { authentication } = response.pending.request;
        if (authentication === "key") return setState({ kind: "not_exchangeable", response });
        if (authentication !== "none" && secret === "") return setState({ kind: "needs_secret", response });
        redeem(response, secret);
      }),
    [redeem],
  );

  return {
    state,
    begin(request, secret, push) {
      secretOnce.current = secret;
      setState({ kind: "waiting" });
      beginPlaygroundSignIn(request, { push, credentials: credentialsOf(request, secret) }).catch(
        (error: unknown) => setState({ kind: "failed", error }),
      );
    },
    exchange: (secret) => state.kind === "needs_secret" && redeem(state.response, secret),
    cancel() {
      secretOnce.current = "";
      pendingSignIn.discard();
      setState({ kind: "idle" });
    },
  };
}

const credentialsOf = ({ clientId, authentication }: SignInRequest, secret: string) =>
  secret === "" || authentication === "none"
    ? undefined
    : { clientId, secret, inHeader: authentication === "header" };

/** RFC 6749 §4.1.3 with RFC 7636 §4.5. */
function redeemCode(
  { code, pending }: { readonly code: string; readonly pending: PendingSignIn },
  secret: string,
): Promise<TokenAnswer> {
  const { request, verifier } = pending;
  const credentials = credentialsOf(request, secret);
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: playgroundCallback(),
    code_verifier: verifier,
    ...(!credentials && { client_id: request.clientId }),
  });
  return requestToken(form, credentials);
}
