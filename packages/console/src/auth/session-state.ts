import type { SignedInUser } from "./signed-in-user.ts";

/**
 * - `active`: the user is signed in.
 * - `over`: the session ended, and the dialog asks the user to sign in again.
 * - `postponed`: the session ended, and the user closed the dialog to look at the page first.
 * - `other_account`: another user signed in in this browser.
 */
type SessionState =
  | { readonly kind: "active" | "over" | "postponed" }
  | { readonly kind: "other_account"; readonly user: SignedInUser };

let state: SessionState = { kind: "active" };
const listeners = new Set<() => void>();

/** The state of the session, for `useSyncExternalStore`. */
export const sessionState = {
  get: (): SessionState => state,
  set(next: SessionState): void {
    if (state.kind === next.kind && next.kind !== "other_account") return;
    state = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Called when a request finds that the session ended. A background read does not ask again after the user said "not
 * now".
 */
export function announceSessionOver(reason: "read" | "write"): void {
  if (reason === "write" || state.kind !== "postponed") sessionState.set({ kind: "over" });
}
