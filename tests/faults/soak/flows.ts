import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { authorize, type Browser, getCode, isLoginPage, signIn } from "../../support/sign-in.ts";
import {
  ALICE,
  BOB,
  CALLBACK,
  createRequest,
  DESK,
  ORDERS_SERVER,
  SHOP_CLIENT,
} from "../../support/storefront.ts";
import { OPERATOR } from "../support/prepared-storefront.ts";
import type { Random } from "../support/random.ts";
import type { PacedRequests } from "./paced-requests.ts";

/** Much less than a session lasts: its end also ends what is bound to it. */
const BROWSER_MILLISECONDS = 30_000;

export interface FlowContext {
  readonly paced: PacedRequests;
  readonly random: Random;
  /** Browsers that are signed in; each is used by one flow at a time, and none until its session ends. */
  readonly browsers: { readonly browser: Browser; readonly openedAt: number }[];
}

export type Flow = (context: FlowContext) => Promise<void>;

/** Each rejects when an answer is wrong. */
export const FLOWS: readonly (readonly [weight: number, flow: Flow])[] = [
  [6, machine],
  [2, user],
  [2, administrator],
  [1, failures],
  [1, pushed],
];

/** A machine that asks for tokens, introspects, checks and revokes. */
async function machine({ paced, random }: FlowContext): Promise<void> {
  const { postForm, call } = paced;
  const token = await issueToken(paced, "stock:read");
  assert.equal(await isActive(paced, token, OPERATOR), true, "a fresh token is active");
  const manage = await issueToken(paced, "licet:check");
  const question = { subject: "user:alice", permission: "orders:read" };
  for (let asked = 0; asked < 3; asked += 1) {
    const { status, body } = await call("check", manage, "POST", "/check", { body: question });
    assert.deepEqual([status, body.allowed], [200, true], "alice may read orders");
  }
  if (random.chance(0.5)) return;
  const revoked = await postForm("revocation", "/oidc/revoke", { token, ...OPERATOR });
  assert.equal(revoked.status, 200);
  assert.equal(await isActive(paced, token, OPERATOR), false, "a revoked token is not active");
}

/** A user who signs in, gives consent where asked, and an application that refreshes. */
async function user({ paced, random, browsers }: FlowContext): Promise<void> {
  // A new browser has to sign in, which costs a password hash.
  const known = browsers.pop();
  const isUsable = known !== undefined && performance.now() - known.openedAt < BROWSER_MILLISECONDS;
  const used = isUsable ? known : { browser: paced.openBrowser("code flow"), openedAt: performance.now() };
  const client = random.pick([DESK, SHOP_CLIENT]);
  const request = createRequest(client, {
    scope: "openid orders:read offline_access",
    prompt: client === SHOP_CLIENT ? "consent" : undefined,
  });
  const code = await getCode(used.browser, request, ALICE);
  browsers.push(used);
  const exchanged = await paced.postForm("code exchange", "/oidc/token", {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    ...client,
  });
  assert.equal(exchanged.status, 200, `a code was refused: ${JSON.stringify(exchanged.body)}`);
  assert.equal(await isActive(paced, String(exchanged.body.access_token), ORDERS_SERVER), true);
  await refreshTwice({ paced, random }, String(exchanged.body.refresh_token), client);
}

async function refreshTwice(
  { paced, random }: Pick<FlowContext, "paced" | "random">,
  first: string,
  client: typeof DESK,
): Promise<void> {
  let refreshToken = first;
  for (let turn = 0; turn < 2; turn += 1) {
    const { status, body } = await paced.postForm("refresh", "/oidc/token", {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      ...client,
    });
    assert.equal(status, 200, `a refresh token was refused: ${JSON.stringify(body)}`);
    refreshToken = String(body.refresh_token);
  }
  if (random.chance(0.5)) return;
  await paced.postForm("revocation", "/oidc/revoke", { token: refreshToken, ...client });
  const after = await paced.postForm("refresh", "/oidc/token", {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    ...client,
  });
  assert.equal(after.body.error, "invalid_grant", "a revoked refresh token is refused");
}

/** An administrator who creates and deletes a role and a user. */
async function administrator({ paced }: FlowContext): Promise<void> {
  const { call } = paced;
  const token = await issueToken(paced, "licet:roles.read licet:roles.write licet:users.write");
  const name = `role-${randomUUID()}`;
  const role = { name, grants: [{ permission: "stock:read" }] };
  const headers = { "idempotency-key": randomUUID() };
  const created = await call("write", token, "POST", "/roles", { body: role, headers });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const user = await call("write", token, "POST", "/users", { body: { username: `user-${randomUUID()}` } });
  assert.equal(user.status, 201, JSON.stringify(user.body));
  const path = `/users/${String(user.body.id)}`;
  for (const gone of [`/roles/${name}`, path])
    assert.equal((await call("write", token, "DELETE", gone)).status, 204, gone);
  assert.equal((await call("read", token, "GET", `/roles/${name}`)).status, 404, "a deleted role is gone");
}

/** Clients and users that fail: with a wrong secret, without finishing a sign-in, with a wrong password. */
async function failures({ paced, random }: FlowContext): Promise<void> {
  const wrongSecret = { ...OPERATOR, client_secret: "a wrong secret that is long enough to be one" };
  const refused = await paced.postForm("refusal", "/oidc/token", {
    grant_type: "client_credentials",
    ...wrongSecret,
  });
  assert.ok([401, 429].includes(refused.status), `a wrong secret gets ${refused.status}`);
  const browser = paced.openBrowser("refusal");
  const page = await authorize(browser, createRequest(DESK));
  assert.ok(isLoginPage(page), `the login page is ${page.status}`);
  if (random.chance(0.2)) {
    const again = await signIn(browser, page, { ...BOB, password: "not the password of bob" });
    assert.ok([400, 429].includes(again.status), `a wrong password gets ${again.status}`);
  }
}

async function pushed({ paced }: FlowContext): Promise<void> {
  const { status } = await paced.postForm("pushed request", "/oidc/par", { ...createRequest(DESK), ...DESK });
  assert.equal(status, 201);
}

async function issueToken({ postForm }: PacedRequests, scope: string): Promise<string> {
  const { status, body } = await postForm("token", "/oidc/token", {
    grant_type: "client_credentials",
    scope,
    ...OPERATOR,
  });
  assert.equal(status, 200, `a token was refused: ${JSON.stringify(body)}`);
  return String(body.access_token);
}

const isActive = async ({ postForm }: PacedRequests, token: string, server: typeof OPERATOR) =>
  (await postForm("introspection", "/oidc/introspect", { token, ...server })).body.active;
