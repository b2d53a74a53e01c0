/** A web application where users sign in, and which calls the orders API for them. */

import { randomUUID } from "node:crypto";
import express, { type Request, type Response } from "express";
import * as openid from "openid-client";

const { ISSUER = "http://127.0.0.1:4455", API = "http://127.0.0.1:4100", PORT = "4000" } = process.env;
const HOME = `http://127.0.0.1:${PORT}`;
const SCOPE = "openid profile orders:read orders:write stock:read";

const issuer = await openid.discovery(
  new URL(ISSUER),
  "shop",
  "demo-shop-secret-not-for-production",
  undefined,
  // Only because the demo has no TLS.
  { execute: [openid.allowInsecureRequests] },
);

/** What a browser's cookie stands for. A real application keeps it in a store, and for a limited time. */
interface Session {
  /** A sign-in under way: the answer has to fit. */
  readonly expected?: {
    readonly pkceCodeVerifier: string;
    readonly expectedState: string;
    readonly expectedNonce: string;
  };
  readonly user?: {
    readonly name: string;
    readonly accessToken: string;
    readonly idToken: string;
    readonly rejected: string;
  };
}
const sessions = new Map<string, Session>();

const app = express();

app.get("/", (request, response) => {
  const user = findSession(request)?.user;
  if (!user) return void response.send('<h1>Welcome</h1><a href="/login">Sign in</a>');
  response.send(
    `<h1>Hello, ${escapeHtml(user.name)}</h1><p>Not granted: ${escapeHtml(user.rejected || "nothing")}</p>
     <a href="/orders">Your orders</a> <form method="post" action="/logout"><button>Sign out</button></form>`,
  );
});

// The user goes to Licet. State, nonce and PKCE tie the answer to this browser.
app.get("/login", async (_request, response) => {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expected = {
    pkceCodeVerifier,
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  startSession(response, { expected });
  const address = openid.buildAuthorizationUrl(issuer, {
    redirect_uri: `${HOME}/callback`,
    scope: SCOPE,
    state: expected.expectedState,
    nonce: expected.expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  response.redirect(303, address.href);
});

// The user comes back with a code. A new session, so that nobody can have prepared it.
app.get("/callback", async (request, response) => {
  const expected = endSession(request)?.expected;
  if (!expected) return void response.redirect(303, "/");
  const tokens = await openid.authorizationCodeGrant(issuer, new URL(request.originalUrl, HOME), expected);
  startSession(response, {
    user: {
      name: String(tokens.claims()?.name),
      accessToken: tokens.access_token,
      idToken: tokens.id_token ?? "",
      rejected: String(tokens.scope_rejected),
    },
  });
  response.redirect(303, "/");
});

// The API decides: the application only passes the user's token on.
app.get("/orders", async (request, response) => {
  const user = findSession(request)?.user;
  if (!user) return void response.redirect(303, "/login");
  const answer = await fetch(`${API}/orders`, { headers: { authorization: `Bearer ${user.accessToken}` } });
  response
    .status(answer.status)
    .type("json")
    .send(await answer.text());
});

// Signed out here and at Licet. The ID token is posted, since addresses are logged.
app.post("/logout", (request, response) => {
  const idToken = endSession(request)?.user?.idToken ?? "";
  const { end_session_endpoint = "" } = issuer.serverMetadata();
  response.send(
    `<form method="post" action="${escapeHtml(end_session_endpoint)}">
       <input type="hidden" name="id_token_hint" value="${escapeHtml(idToken)}">
       <input type="hidden" name="post_logout_redirect_uri" value="${HOME}/">
       <button>Sign out everywhere</button>
     </form>`,
  );
});

app.listen(Number(PORT), "127.0.0.1", () => console.log(`The web application is at ${HOME}`));

const cookieOf = (request: Request): string =>
  /\bsession=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
const findSession = (request: Request): Session | undefined => sessions.get(cookieOf(request));

function startSession(response: Response, session: Session): void {
  const id = randomUUID();
  sessions.set(id, session);
  response.cookie("session", id, { httpOnly: true, sameSite: "lax" });
}

function endSession(request: Request): Session | undefined {
  const session = findSession(request);
  sessions.delete(cookieOf(request));
  return session;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
