import { signInAddress } from "./tokens.ts";

const WINDOW_NAME = "licet-console-sign-in";
const FEATURES = "popup,width=520,height=760";
/** A window that was closed tells nobody. */
const LOOK_EVERY_MILLISECONDS = 400;
/** It closes itself once it has spoken: what it said may arrive a little later than that is seen. */
const GRACE_MILLISECONDS = 1_500;

interface HandedOver {
  readonly kind: typeof WINDOW_NAME;
  readonly query: string;
}

export class SignInWindowError extends Error {
  override readonly name = "SignInWindowError";
  readonly kind: "blocked" | "closed";

  constructor(kind: "blocked" | "closed") {
    super(`the window for signing in was ${kind}`);
    this.kind = kind;
  }
}

/** Has the user sign in in a window of its own, so that this one keeps what is in it. Gives the answer to our question. */
export async function signInByWindow(more: Readonly<Record<string, string>>): Promise<URLSearchParams> {
  // Opened before anything is waited for: later the browser would no longer see the user's press behind it.
  const opened = window.open("", WINDOW_NAME, FEATURES);
  if (!opened) throw new SignInWindowError("blocked");
  const answer = answerOf(opened);
  opened.location.replace(await signInAddress("/console/", more));
  opened.focus();
  return answer;
}

function answerOf(opened: Window): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== opened || !isHandedOver(data)) return;
      stop();
      resolve(new URLSearchParams(data.query));
    };
    const timer = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(timer);
      grace = setTimeout(() => {
        stop();
        reject(new SignInWindowError("closed"));
      }, GRACE_MILLISECONDS);
    }, LOOK_EVERY_MILLISECONDS);
    const stop = () => {
      clearInterval(timer);
      clearTimeout(grace);
      window.removeEventListener("message", hear);
    };
    window.addEventListener("message", hear);
  });
}

const isHandedOver = (data: unknown): data is HandedOver =>
  typeof data === "object" &&
  data !== null &&
  (data as Partial<HandedOver>).kind === WINDOW_NAME &&
  typeof (data as Partial<HandedOver>).query === "string";

/** Whether this is the window that another of ours opened for signing in. */
export const isSignInWindow = (): boolean => window.opener !== null && window.name === WINDOW_NAME;

/** In that window: gives the answer to the one that asked, and to no other origin, and goes. */
export function handOver(): void {
  const answer: HandedOver = { kind: WINDOW_NAME, query: location.search };
  (window.opener as Window).postMessage(answer, location.origin);
  window.close();
}
