import { otherTabs } from "./other-tabs.ts";
import { revokeTokens } from "./request-tokens.ts";
import { sessionState } from "./session-state.ts";
import { signedInUserFrom } from "./signed-in-user.ts";
import { currentTokens, endTokens } from "./tokens.ts";

/** Applies a sign-in or sign-out from another tab to this one: all tabs share one session. */
export function followOtherTabs(): void {
  otherTabs.listen((message) => {
    const own = currentTokens();
    if (!own) return;
    if (message.kind === "signed_out") {
      void revokeTokens(own).catch(() => undefined);
      endTokens();
      sessionState.set({ kind: "over" });
    } else if (message.user.id !== signedInUserFrom(own).id) {
      sessionState.set({ kind: "other_account", user: message.user });
    } else if (sessionState.get().kind === "other_account") {
      sessionState.set({ kind: "active" });
    }
  });
}
