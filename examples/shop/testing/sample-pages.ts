import { createAssets } from "../pages/assets.ts";
import type { PageFrame } from "../pages/layout.ts";
import { renderProblemPage } from "../pages/problem-page.ts";
import { type ResultView, renderResultPage } from "../pages/result-page.ts";
import { renderStartPage, type StartView } from "../pages/start-page.ts";

/** A page with all its parts. A test can replace every text that does not come from the shop. */
export type SamplePage = (frame: PageFrame, replace?: (text: string) => string) => string;

export const ASSETS = createAssets("/assets");
const NOW = 1_800_000_000;
const CSRF = "Zk1x-csrf-token";

const start: StartView = {
  startPath: "/start",
  scopes: ["openid", "profile", "offline_access", "orders:read", "stars:align"],
  accounts: [
    { username: "alice", password: "demo-password-alice" },
    { username: "bob", password: "demo-password-bob" },
  ],
  request: {
    title: "Authorization request",
    method: "GET",
    url: "http://127.0.0.1:4455/oidc/auth?response_type=code&client_id=shop&redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2Fcallback&scope=openid+profile+orders%3Aread&state=af0ifjsldkj",
  },
};

const JWT = `eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFUzI1NiIsImtpZCI6Il9PIn0.${"eyJpc3MiOiJodHRwOi8v".repeat(12)}.c2lnbmF0dXJl`;

const result: ResultView = {
  outcome: {
    kind: "tokens",
    subject: "usr_alice",
    userName: "Alice Meyer",
    granted: ["openid", "profile", "offline_access", "orders:read"],
    refused: [
      { scope: "orders:write", reason: "user_declined" },
      { scope: "orders:delete", reason: "not_granted" },
      { scope: "stars:align" },
      { scope: "stars:shine", reason: "constructor" },
    ],
    accessToken: {
      raw: JWT,
      header: { typ: "at+jwt", alg: "ES256", kid: "_O" },
      claims: {
        iss: "http://127.0.0.1:4455",
        sub: "usr_alice",
        aud: "https://orders.example.test",
        client_id: "shop",
        scope: "openid profile offline_access orders:read",
        iat: NOW,
        exp: NOW + 600,
        jti: "dlg_1.h2",
      },
    },
    idToken: {
      raw: JWT,
      header: { typ: "JWT", alg: "RS256" },
      claims: {
        iss: "http://127.0.0.1:4455",
        sub: "usr_alice",
        aud: "shop",
        auth_time: NOW - 20,
        amr: ["pwd"],
      },
    },
    userinfo: { sub: "usr_alice", name: "Alice Meyer", preferred_username: "alice" },
    tokenResponse: {
      access_token: JWT,
      token_type: "Bearer",
      expires_in: 600,
      scope: "openid profile offline_access orders:read",
      scope_rejected: "orders:write orders:delete stars:align",
      refresh_token: "rt_…",
    },
    canRefresh: true,
  },
  requests: [
    start.request,
    {
      title: "Token request",
      method: "POST",
      url: "http://127.0.0.1:4455/oidc/token",
      headers: { Authorization: "Basic c2hvcDpzZWNyZXQ=" },
      form: {
        grant_type: "authorization_code",
        code: "cd_5tZ0",
        redirect_uri: "http://127.0.0.1:4000/callback",
      },
    },
  ],
  paths: { refresh: "/refresh", signOut: "/sign-out", home: "/" },
  refreshFields: { csrf: CSRF },
  signOutFields: {
    csrf: CSRF,
    client_id: "shop",
    id_token_hint: JWT,
    post_logout_redirect_uri: "http://127.0.0.1:4000/",
  },
};

/** The shop sets these values, so a test that replaces every text keeps them. */
const OURS = new Set(["kind", "reason", "method", "url", "failure"]);

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, OURS.has(key) ? item : replaceTexts(item, replace)]),
  );
}

const sample =
  <View>(render: (frame: PageFrame, view: View) => string, view: View): SamplePage =>
  (frame, replace = (text) => text) =>
    render(frame, replaceTexts(view, replace) as View);

export const SAMPLE_PAGES: Readonly<Record<string, SamplePage>> = {
  "shop-start": sample(renderStartPage, start),
  "shop-result": sample(renderResultPage, result),
  "shop-opaque": sample(renderResultPage, {
    ...result,
    outcome: { ...(result.outcome as object), accessToken: { raw: "opaque" } } as ResultView["outcome"],
  }),
  "shop-error": sample(renderResultPage, {
    ...result,
    outcome: { kind: "error", error: "access_denied", description: "the user said no" },
  }),
  "shop-problem": sample(renderProblemPage, {
    failure: "invalid_answer",
    detail: "the answer names another issuer (iss)",
    home: "/",
  }),
};
