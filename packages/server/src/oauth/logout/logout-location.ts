import type { TrustedRedirect } from "../authorize/trusted-redirect.ts";

/** RP-Initiated Logout §3: `state` goes back as it came; a query that the address has already stays as it is. */
export function logoutLocation({ uri, state }: TrustedRedirect): string {
  if (state === undefined) return uri;
  const separator = uri.includes("?") ? (/[?&]$/.test(uri) ? "" : "&") : "?";
  return `${uri}${separator}state=${encodeURIComponent(state)}`;
}
