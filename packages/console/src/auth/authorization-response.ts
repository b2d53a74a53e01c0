import { findReturnPath } from "./tokens.ts";

let received: URLSearchParams | undefined;

/** The page to which a sign-in of the console returns. */
export const isCallback = (): boolean => location.pathname === "/console/callback";

/**
 * Replaces the callback with the view that the user opened, before the console is loaded: it starts with this view. The
 * code leaves the address before it is redeemed: it works once, so a retry must request a new one.
 */
export function receiveAuthorizationResponse(): void {
  received = new URLSearchParams(location.search);
  const returnTo = findReturnPath() ?? "/console/";
  history.replaceState(null, "", returnTo.startsWith("/console/") ? returnTo : "/console/");
}

/** Returns the response with which this page was opened, once. */
export function takeAuthorizationResponse(): URLSearchParams | undefined {
  const taken = received;
  received = undefined;
  return taken;
}
