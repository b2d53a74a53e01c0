import assert from "node:assert/strict";
import { test } from "node:test";
import type { ActiveSession } from "../../accounts/session.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { decideSignIn } from "./decide-sign-in.ts";
import { restoreRedirect } from "./trusted-redirect.ts";

const NOW = 1_800_000_000;

const request = (members: Partial<AuthorizationRequest> = {}): AuthorizationRequest => ({
  redirect: restoreRedirect({ applicationId: "shop", uri: "https://shop.example/cb", mode: "query" }),
  scope: "openid",
  resources: [],
  prompts: [],
  uiLocales: [],
  ...members,
});

const active: ActiveSession = {
  user: { id: "usr_1", username: "ada", enabled: true, attributes: {} },
  session: {
    id: "ses_1",
    userId: "usr_1",
    createdAt: NOW - 100,
    lastSeenAt: NOW,
    expiresAt: NOW + 1_000,
    authentication: { time: NOW - 100, acr: "1", amr: ["pwd"] },
    passwordStamp: "stamp",
    ip: "127.0.0.1",
    userAgent: "",
  },
};

const stepOf = (
  wishes: Partial<AuthorizationRequest>,
  given: {
    readonly active?: ActiveSession | undefined;
    readonly here?: "signed in" | "chosen";
  } = { active },
) => {
  // A chosen user signed in before the request began.
  const createdAt = given.here === "chosen" ? NOW - 50 : NOW - 100;
  const interaction = given.here && { createdAt, signedIn: { sessionId: "ses_1", at: NOW } };
  const step = decideSignIn(request(wishes), given.active, interaction, NOW);
  return step.step === "refuse" ? step.code : step.step;
};

test("no user is signed in: the login page, with every prompt", () => {
  for (const wishes of [{}, { prompts: ["none"] as const }, { maxAgeSeconds: 10 }])
    assert.equal(stepOf(wishes, {}), "login");
});

test("a user is signed in and there is no prompt: the flow continues", () => {
  assert.equal(stepOf({}), "signed_in");
});

test("OpenID Connect Core §3.1.2.1: prompt=login is met by signing in for this request only", () => {
  assert.equal(stepOf({ prompts: ["login"] }), "login");
  assert.equal(stepOf({ prompts: ["login"] }, { active, here: "signed in" }), "signed_in");
});

test("OpenID Connect Core §3.1.2.1: max_age counts from the last sign-in, and 0 always asks", () => {
  assert.equal(stepOf({ maxAgeSeconds: 101 }), "signed_in");
  assert.equal(stepOf({ maxAgeSeconds: 100 }), "login");
  assert.equal(stepOf({ maxAgeSeconds: 0 }), "login");
  assert.equal(stepOf({ maxAgeSeconds: 0 }, { active, here: "signed in" }), "signed_in");
});

test("choosing an account is no sign-in: max_age still wants one", () => {
  assert.equal(stepOf({ maxAgeSeconds: 60 }, { active, here: "chosen" }), "login");
  assert.equal(stepOf({ prompts: ["select_account"] }, { active, here: "chosen" }), "signed_in");
});

test("prompt=select_account asks once", () => {
  assert.equal(stepOf({ prompts: ["select_account"] }), "select_account");
  assert.equal(stepOf({ prompts: ["select_account"] }, { active, here: "signed in" }), "signed_in");
});

test("a hint at another user leads to the login page, and never to an answer about a different user", () => {
  for (const wishes of [
    { hintedUserId: "usr_2" },
    { claims: { userinfo: [], idToken: ["sub"], subject: "usr_2" } },
  ]) {
    assert.equal(stepOf(wishes), "login");
    assert.equal(stepOf(wishes, { active, here: "signed in" }), "login_required");
  }
  assert.equal(stepOf({ hintedUserId: "usr_1" }), "signed_in");
});

test("OpenID Connect Core §5.5.1.1: an essential acr that cannot be had is refused", () => {
  const claims = { userinfo: [], idToken: ["acr"] };
  assert.equal(stepOf({ claims: { ...claims, essentialAcr: ["3"] } }), "unmet_authentication_requirements");
  assert.equal(stepOf({ claims: { ...claims, essentialAcr: ["3", "1"] } }), "signed_in");
});
