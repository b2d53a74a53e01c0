import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { introspect, issueToken } from "../../security/issue-token.ts";
import { type Answer, type Caller, callerWith } from "../../support/api-client.ts";
import {
  authorizationPath,
  type Browser,
  createBrowser,
  exchange,
  type Page,
  readAuthorizationResponse,
  readForm,
  refresh,
} from "../../support/sign-in.ts";
import {
  ALICE,
  CALLBACK,
  createRequest,
  ORDERS_SERVER,
  SHOP_CLIENT,
  STOREFRONT,
} from "../../support/storefront.ts";

const ADMIN = { client_id: "admin", client_secret: "admin-secret-admin-secret-admin-secret-ad" };

const WRITING = "licet:check licet:roles.write licet:users.write licet:assignments.write licet:escalate";

/** The storefront, and an application that may write. */
export const WORLD = STOREFRONT.replace(
  "assignments:\n",
  `  - { client_id: ${ADMIN.client_id}, client_secret: ${ADMIN.client_secret}, name: Admin, type: service }
assignments:
  - { principal: application:${ADMIN.client_id}, role: licet-administrator }
  - { principal: application:${ADMIN.client_id}, permission: orders:read }
`,
);

export interface Flows {
  /** A token of a client that acts for itself. */
  token(): Promise<unknown>;
  check(): Promise<unknown>;
  introspect(): Promise<unknown>;
  createRole(): Promise<string>;
  replaceRole(name: string): Promise<unknown>;
  createUser(): Promise<string>;
  assign(userId: string): Promise<unknown>;
  /** A new browser, at the first page of a sign-in. */
  openSignIn(): SignInFlow;
}

/** The requests of a sign-in, each sent when it is called. */
export interface SignInFlow {
  authorize(): Promise<unknown>;
  loginPage(): Promise<unknown>;
  login(): Promise<unknown>;
  consentPage(): Promise<unknown>;
  consent(): Promise<unknown>;
  exchange(): Promise<unknown>;
  refresh(): Promise<unknown>;
  /** The page where a user sees the own sessions. */
  account(): Promise<unknown>;
  logoutPage(): Promise<unknown>;
  logout(): Promise<unknown>;
}

/** A token of a client that acts for itself. */
export const requestToken = (node: { readonly url: string }) => issueToken(node, ADMIN, "orders:read");

/** Prepares one token of each caller, so that a flow is nothing but its own requests. */
export async function prepareFlows(node: { readonly url: string }): Promise<Flows> {
  const writer = callerWith(node, await issueToken(node, ADMIN, WRITING));
  const checked = await requestToken(node);
  const post = async (path: string, body: unknown) => created(await writer("POST", path, body));

  return {
    token: () => requestToken(node),
    check: () => ask(writer),
    introspect: async () => {
      const { status, text } = await introspect(node, checked, ORDERS_SERVER);
      assert.equal(status, 200, text);
    },
    createRole: async () => (await post("/roles", { name: randomName(), grants: ["orders:read"] })).name,
    async replaceRole(name) {
      const body = { description: randomName(), grants: ["orders:read"] };
      const { status, text } = await writer("PUT", `/roles/${name}`, body);
      assert.equal(status, 200, text);
    },
    createUser: async () => (await post("/users", { username: randomName() })).id,
    assign: (userId) => post("/assignments", { principal: `user:${userId}`, permission: "orders:read" }),
    openSignIn: () => createSignInFlow(node),
  };
}

const randomName = () => `n-${randomUUID()}`;

function created(answer: Answer) {
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function ask(caller: Caller): Promise<void> {
  const { status, body, text } = await caller("POST", "/check", {
    subject: `application:${ADMIN.client_id}`,
    permission: "orders:read",
  });
  assert.deepEqual([status, body?.allowed], [200, true], text);
}

function createSignInFlow(node: { readonly url: string }): SignInFlow {
  const browser: Browser = createBrowser(node.url);
  const request = createRequest(SHOP_CLIENT, {
    scope: "openid orders:read offline_access",
    prompt: "consent",
  });
  let page: Page;
  let tokens: Readonly<Record<string, unknown>> = {};
  const open = async () => {
    page = await browser.get(page.location ?? "");
    assert.equal(page.status, 200, page.text);
  };
  const send = async (path: string, fields: readonly (readonly [string, string])[]) => {
    page = await browser.post(path, fields);
    assert.equal(page.status, 303, page.text);
  };
  const keep = (answer: Awaited<ReturnType<typeof exchange>>) => {
    assert.equal(answer.status, 200, answer.text);
    tokens = answer.body;
  };
  return {
    async authorize() {
      page = await browser.get(authorizationPath(request));
      assert.equal(page.status, 303, page.text);
    },
    loginPage: open,
    login() {
      const hidden = readForm(page, 'id="login-submit"').filter(
        ([name]) => name !== "username" && name !== "password",
      );
      return send("/login", [...hidden, ["username", ALICE.username], ["password", ALICE.password]]);
    },
    consentPage: open,
    consent: () => send("/consent", [...readForm(page, 'id="consent-allow"'), ["decision", "allow"]]),
    async exchange() {
      const { code = "" } = readAuthorizationResponse(page);
      keep(await exchange(node, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK }));
    },
    refresh: async () => keep(await refresh(node, String(tokens.refresh_token), SHOP_CLIENT)),
    async account() {
      page = await browser.get("/account");
      assert.equal(page.status, 200, page.text);
    },
    async logoutPage() {
      page = await browser.get("/logout");
      await open();
    },
    async logout() {
      page = await browser.post("/logout", [...readForm(page, 'action="/logout"'), ["decision", "confirm"]]);
      assert.equal(page.status, 200, page.text);
    },
  };
}
