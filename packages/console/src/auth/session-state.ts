import type { SignedInUser } from "./signed-in-user.ts";

/**
 * - `over`: somebody has to sign in again before anything can go on, and is asked to.
 * - `postponed`: the same, but they want to see what is on the screen first.
 * - `other_account`: this browser is now somebody else's as well.
 */
export type SessionState =
  | { readonly kind: "fine" | "over" | "postponed" }
  | { readonly kind: "other_account"; readonly user: SignedInUser };

let state: SessionState = { kind: "fine" };
const listeners = new Set<() => void>();

/** How it stands with the session, for `useSyncExternalStore`. */
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

/** A request found out. What only reads in the background does not ask again those who said "not now". */
export function announceSessionOver(reason: "read" | "write"): void {
  if (reason === "write" || state.kind !== "postponed") sessionState.set({ kind: "over" });
}
