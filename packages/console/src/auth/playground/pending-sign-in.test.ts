import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { installFakeBrowser } from "../../testing/install-fake-browser.ts";

const ORIGIN = "https://licet.example.test";

installFakeBrowser(ORIGIN);
let playground: typeof import("./pending-sign-in.ts");
before(async () => {
  playground = await import("./pending-sign-in.ts");
});

const MINUTE = 60_000;
const pending = {
  state: "right",
  verifier: "v",
  request: { clientId: "shop", authentication: "none" },
  startedAt: 0,
} as const;
const answer = (members: Readonly<Record<string, string>>) =>
  new URLSearchParams({ code: "c", state: "right", iss: ORIGIN, ...members });

beforeEach(() => playground.pendingSignIn.store(pending));

test("a response is redeemed once, with the verifier of its own request", () => {
  assert.deepEqual(playground.redeemPendingSignIn(answer({}), MINUTE), { kind: "code", code: "c", pending });
  assert.equal(playground.redeemPendingSignIn(answer({}), MINUTE), undefined);
});

test("a response with another state or from another issuer is not taken, and the sign-in still waits", () => {
  assert.equal(playground.redeemPendingSignIn(answer({ state: "wrong" }), MINUTE), undefined);
  assert.equal(
    playground.redeemPendingSignIn(answer({ iss: "https://other.example.test" }), MINUTE),
    undefined,
  );
  assert.deepEqual(playground.pendingSignIn.find(), pending);
});

test("a response that comes too late, or after the user canceled, redeems nothing", () => {
  assert.deepEqual(playground.redeemPendingSignIn(answer({}), 31 * MINUTE), { kind: "expired" });
  assert.equal(playground.pendingSignIn.find(), undefined);
  playground.pendingSignIn.store(pending);
  playground.pendingSignIn.discard();
  assert.equal(playground.redeemPendingSignIn(answer({}), MINUTE), undefined);
});

test("a refusal of the server is told with its code", () => {
  const refused = answer({ error: "access_denied", error_description: "the user said no" });
  assert.deepEqual(playground.redeemPendingSignIn(refused, MINUTE), {
    kind: "refused",
    error: "access_denied",
    description: "the user said no",
  });
});
