import { announcePermissions } from "./may.ts";
import { revokeTokens, SignInError } from "./request-tokens.ts";
import { announceSessionOver, sessionState } from "./session-state.ts";
import { signedInUserFrom } from "./signed-in-user.ts";
import { adoptTokens, createAuthorizationUrl, currentTokens, redeemAuthorizationResponse } from "./tokens.ts";

let refreshing: Promise<void> | undefined;

/**
 * Reads the current permissions of the user. A refresh grants no more than the sign-in did (RFC 6749 §6), so the
 * console sends a new authorization request: without user interaction (OpenID Connect Core §3.1.2.1, prompt=none) and
 * without leaving the page, which keeps its unsaved input. All callers share one request: the tab remembers one
 * authorization request, so a second one would make the response to the first look foreign.
 */
export function refreshPermissions(): Promise<void> {
  refreshing ??= requestPermissions().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function requestPermissions(): Promise<void> {
  const before = currentTokens();
  try {
    const { url } = await fetch(await createAuthorizationUrl("/console/", { prompt: "none" }));
    const tokens = await redeemAuthorizationResponse(new URL(url).searchParams);
    const user = signedInUserFrom(tokens);
    if (user.id !== signedInUserFrom(before).id) {
      void revokeTokens(tokens).catch(() => undefined);
      return sessionState.set({ kind: "other_account", user });
    }
    adoptTokens(tokens);
    if (before) void revokeTokens(before).catch(() => undefined);
    announcePermissions();
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    announceSessionOver("write");
  }
}
