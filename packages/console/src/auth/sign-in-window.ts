import { createAuthorizationUrl } from "./tokens.ts";

const WINDOW_NAME = "licet-console-sign-in";
const FEATURES = "popup,width=520,height=760";
/** A closed window sends no event, so the opener polls. */
const POLL_MILLISECONDS = 400;
/** The window posts its response and closes; the message may arrive shortly after the opener sees the window closed. */
const GRACE_MILLISECONDS = 1_500;

interface ResponseMessage {
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

/** Signs the user in in a separate window, so that this one keeps its input. Returns the authorization response. */
export async function signInByWindow(parameters: Readonly<Record<string, string>>): Promise<URLSearchParams> {
  // The window opens before the first await: later the browser would block it for lack of a user gesture.
  const opened = window.open("", WINDOW_NAME, FEATURES);
  if (!opened) throw new SignInWindowError("blocked");
  const answer = waitForResponse(opened);
  opened.location.replace(await createAuthorizationUrl("/console/", parameters));
  opened.focus();
  return answer;
}

function waitForResponse(opened: Window): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const listener = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== opened || !isResponseMessage(data)) return;
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
    }, POLL_MILLISECONDS);
    const stop = () => {
      clearInterval(timer);
      clearTimeout(grace);
      window.removeEventListener("message", listener);
    };
    window.addEventListener("message", listener);
  });
}

const isResponseMessage = (data: unknown): data is ResponseMessage =>
  typeof data === "object" &&
  data !== null &&
  (data as Partial<ResponseMessage>).kind === WINDOW_NAME &&
  typeof (data as Partial<ResponseMessage>).query === "string";

/** Returns true in the window that another window of the console opened for signing in. */
export const isSignInWindow = (): boolean => window.opener !== null && window.name === WINDOW_NAME;

/** Runs in that window: posts the response to the opener, restricted to this origin, and closes. */
export function postResponseToOpener(): void {
  const answer: ResponseMessage = { kind: WINDOW_NAME, query: location.search };
  (window.opener as Window).postMessage(answer, location.origin);
  window.close();
}
