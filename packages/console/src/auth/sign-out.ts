import { otherTabs } from "./other-tabs.ts";
import { generateRandomText } from "./pkce.ts";
import { CLIENT_ID, revokeTokens } from "./request-tokens.ts";
import { currentTokens, endTokens } from "./tokens.ts";

const STORAGE_KEY = "licet-console-sign-out";

/** RP-Initiated Logout: ends the session at the server and returns to the console. */
export function signOut(): void {
  const tokens = currentTokens();
  const state = generateRandomText();
  sessionStorage.setItem(STORAGE_KEY, state);
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    post_logout_redirect_uri: `${location.origin}/console/`,
    state,
  });
  if (tokens?.idToken !== undefined) query.set("id_token_hint", tokens.idToken);
  // The tokens end at `pagehide`: an unsaved form may still keep the page open, and then needs them. A failed
  // revocation changes nothing, since the end of the session revokes them, too.
  if (tokens) {
    const discardTokens = () => {
      endTokens();
      void revokeTokens(tokens).catch(() => undefined);
    };
    addEventListener("pagehide", discardTokens, { once: true });
    // Back may restore the page from the cache, with data that only the signed-out user may see.
    addEventListener("pageshow", () => location.reload(), { once: true });
  }
  location.assign(`/oidc/logout?${query}`);
}

/** The server has ended the session and redirected back. Only now does this tab inform the others. */
export function announceSignOut(): void {
  const place = new URL(location.href);
  const state = place.searchParams.get("state");
  if (state === null || state !== sessionStorage.getItem(STORAGE_KEY)) return;
  sessionStorage.removeItem(STORAGE_KEY);
  place.searchParams.delete("state");
  history.replaceState(null, "", place);
  otherTabs.post({ kind: "signed_out" });
}
