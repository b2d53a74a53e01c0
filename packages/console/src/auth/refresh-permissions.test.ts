import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { installFakeBrowser } from "../testing/install-fake-browser.ts";

const ORIGIN = "https://licet.example.test";

/** The browser and the server, as the console meets them. */
installFakeBrowser(ORIGIN, {
  BroadcastChannel: class {
    postMessage() {}
  },
  fetch: async (input: string) => {
    const { pathname, searchParams } = new URL(input, ORIGIN);
    if (pathname === "/oidc/token")
      return Response.json({
        access_token: "t",
        token_type: "Bearer",
        expires_in: 60,
        scope: "licet:roles.read",
        scope_rejected: "",
      });
    await nextTurn();
    const answer = new URLSearchParams({ code: "c", iss: ORIGIN, state: searchParams.get("state") ?? "" });
    return { url: `${ORIGIN}/console/callback?${answer}` };
  },
});

test("two notices refresh the permissions at the same time, and the session does not seem to end", async () => {
  const { refreshPermissions } = await import("./refresh-permissions.ts");
  const { sessionState } = await import("./session-state.ts");
  const { may } = await import("./may.ts");
  await Promise.all([refreshPermissions(), refreshPermissions()]);
  assert.ok(may("roles.read"));
  assert.equal(sessionState.get().kind, "active");
});
