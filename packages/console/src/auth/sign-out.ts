import { otherTabs } from "./other-tabs.ts";
import { randomText } from "./pkce.ts";
import { CLIENT_ID, revokeTokens } from "./request-tokens.ts";
import { currentTokens, endTokens } from "./tokens.ts";

const KEPT_UNDER = "licet-console-sign-out";

/** RP-Initiated Logout: ends the session at the server and comes back. */
export function signOut(): void {
  const tokens = currentTokens();
  const state = randomText();
  sessionStorage.setItem(KEPT_UNDER, state);
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    post_logout_redirect_uri: `${location.origin}/console/`,
    state,
  });
  if (tokens?.idToken !== undefined) query.set("id_token_hint", tokens.idToken);
  // When the page really goes: a form that is not saved may still keep it, and then needs them. Whether the server
  // hears of it changes nothing here, since the session takes them with it.
  if (tokens) {
    const giveUp = () => {
      endTokens();
      void revokeTokens(tokens).catch(() => undefined);
    };
    addEventListener("pagehide", giveUp, { once: true });
    // Back may bring the page as it was, with all that only the user who left may see.
    addEventListener("pageshow", () => location.reload(), { once: true });
  }
  location.assign(`/oidc/logout?${query}`);
}

/** The server sent us back after it ended the session. Only now is it true, and the other tabs hear of it. */
export function tellOfSignOut(): void {
  const place = new URL(location.href);
  const state = place.searchParams.get("state");
  if (state === null || state !== sessionStorage.getItem(KEPT_UNDER)) return;
  sessionStorage.removeItem(KEPT_UNDER);
  place.searchParams.delete("state");
  history.replaceState(null, "", place);
  otherTabs.tell({ kind: "signed_out" });
}
