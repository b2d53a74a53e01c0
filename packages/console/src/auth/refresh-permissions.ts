import { announcePermissions } from "./may.ts";
import { revokeTokens, SignInError } from "./request-tokens.ts";
import { announceSessionOver, sessionState } from "./session-state.ts";
import { signedInUser } from "./signed-in-user.ts";
import { adoptTokens, currentTokens, redeemAnswer, signInAddress } from "./tokens.ts";

/**
 * Reads the current permissions of the user. A refresh grants no more than the sign-in did (RFC 6749 §6), so the
 * console sends a new authorization request: without user interaction (OpenID Connect Core §3.1.2.1, prompt=none) and
 * without leaving the page, which keeps its unsaved input.
 */
export async function refreshPermissions(): Promise<void> {
  const before = currentTokens();
  try {
    const { url } = await fetch(await signInAddress("/console/", { prompt: "none" }));
    const tokens = await redeemAnswer(new URL(url).searchParams);
    const user = signedInUser(tokens);
    if (user.id !== signedInUser(before).id) {
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
