import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const ORIGIN = "https://licet.example.test";

/** The browser, as the console meets it. */
const stored = new Map<string, string>();
Object.assign(globalThis, {
  location: { origin: ORIGIN },
  sessionStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});

const { pendingSignIn, redeemPendingSignIn } = await import("./pending-sign-in.ts");

const MINUTE = 60_000;
const pending = {
  state: "right",
  verifier: "v",
  request: { clientId: "shop", authentication: "none" },
  startedAt: 0,
} as const;
const answer = (members: Readonly<Record<string, string>>) =>
  new URLSearchParams({ code: "c", state: "right", iss: ORIGIN, ...members });

beforeEach(() => pendingSignIn.store(pending));

test("a response is redeemed once, with the verifier of its own request", () => {
  assert.deepEqual(redeemPendingSignIn(answer({}), MINUTE), { kind: "code", code: "c", pending });
  assert.equal(redeemPendingSignIn(answer({}), MINUTE), undefined);
});

test("a response with another state or from another issuer is not taken, and the sign-in still waits", () => {
  assert.equal(redeemPendingSignIn(answer({ state: "wrong" }), MINUTE), undefined);
  assert.equal(redeemPendingSignIn(answer({ iss: "https://other.example.test" }), MINUTE), undefined);
  assert.deepEqual(pendingSignIn.find(), pending);
});

test("a response that comes too late, or after the user canceled, redeems nothing", () => {
  assert.deepEqual(redeemPendingSignIn(answer({}), 31 * MINUTE), { kind: "expired" });
  assert.equal(pendingSignIn.find(), undefined);
  pendingSignIn.store(pending);
  pendingSignIn.discard();
  assert.equal(redeemPendingSignIn(answer({}), MINUTE), undefined);
});

test("a refusal of the server is told with its code", () => {
  const refused = answer({ error: "access_denied", error_description: "the user said no" });
  assert.deepEqual(redeemPendingSignIn(refused, MINUTE), {
    kind: "refused",
    error: "access_denied",
    description: "the user said no",
  });
});
