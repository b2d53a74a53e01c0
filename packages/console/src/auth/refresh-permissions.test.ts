import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";

const ORIGIN = "https://licet.example.test";

/** The browser and the server, as the console meets them. */
const stored = new Map<string, string>();
Object.assign(globalThis, {
  location: { origin: ORIGIN },
  sessionStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
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
    await setTimeout(20);
    const answer = new URLSearchParams({ code: "c", iss: ORIGIN, state: searchParams.get("state") ?? "" });
    return { url: `${ORIGIN}/console/callback?${answer}` };
  },
});

const { refreshPermissions } = await import("./refresh-permissions.ts");
const { sessionState } = await import("./session-state.ts");
const { may } = await import("./may.ts");

test("two notices refresh the permissions at the same time, and the session does not seem to end", async () => {
  await Promise.all([refreshPermissions(), refreshPermissions()]);
  assert.ok(may("roles.read"));
  assert.equal(sessionState.get().kind, "active");
});
