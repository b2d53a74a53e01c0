import { redeemPendingSignIn, type SignInResponse } from "./pending-sign-in.ts";

const RESPONSE = "licet-playground-response";
const RECEIVED = "licet-playground-received";
/** The opener answers at once if it waits for this response. */
const PATIENCE_MILLISECONDS = 3_000;

const isMessage = (data: unknown, kind: string): data is { readonly kind: string; readonly query: string } =>
  typeof data === "object" && data !== null && (data as { readonly kind?: unknown }).kind === kind;

/** Runs in the tab of the Playground: takes the response to its own sign-in from the tab that it opened. */
export function listenForResponse(onResponse: (response: SignInResponse) => void): () => void {
  const listener = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || !isMessage(data, RESPONSE)) return;
    const response = redeemPendingSignIn(new URLSearchParams(data.query), Date.now());
    if (!response) return;
    source?.postMessage({ kind: RECEIVED }, { targetOrigin: location.origin });
    onResponse(response);
  };
  addEventListener("message", listener);
  return () => removeEventListener("message", listener);
}

let passing: Promise<boolean> | undefined;

/**
 * Runs in the tab of the sign-in, at its callback: passes the response to the tab that opened this one, restricted to
 * this origin, and closes. Resolves to false if no tab waits for the response: it is redeemed nowhere. Runs once, even
 * if React renders twice.
 */
export function passResponseToOpener(): Promise<boolean> {
  passing ??= passResponse(location.search);
  return passing;
}

async function passResponse(query: string): Promise<boolean> {
  // The code leaves the address, and with it the history of the browser.
  history.replaceState(null, "", location.pathname);
  const opener = window.opener as Window | null;
  if (opener === null || query === "") return false;
  const isReceived = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MILLISECONDS);
    addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== opener || !isMessage(data, RECEIVED)) return;
      clearTimeout(timer);
      resolve(true);
    });
    opener.postMessage({ kind: RESPONSE, query }, location.origin);
  });
  if (isReceived) window.close();
  return isReceived;
}
