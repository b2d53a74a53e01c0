import assert from "node:assert/strict";
import { readForm } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { createPageBrowser, type PageAnswer, type PageBrowser } from "../login/page-browser.ts";
import { CALLBACK, PASSWORD, SECRET } from "./world.ts";

export interface IssuedTokens {
  readonly id_token: string;
  readonly access_token: string;
  readonly refresh_token?: string;
}

/** Opens a browser and signs the user in. */
export async function signInAs(url: string, username: string): Promise<PageBrowser> {
  const browser = createPageBrowser(url);
  const answer = await browser.signIn(username, PASSWORD);
  assert.equal(answer.status, 303, answer.text);
  return browser;
}

/** Sends an authorization request of an application for the signed-in user, and redeems its code. */
export async function useApplication(
  url: string,
  browser: PageBrowser,
  client: { readonly client_id: string; readonly client_secret?: string },
  scope = "openid",
): Promise<IssuedTokens> {
  const { client_id, client_secret = SECRET } = client;
  const query = new URLSearchParams({ client_id, redirect_uri: CALLBACK, response_type: "code", scope });
  if (scope.includes("offline_access")) query.set("prompt", "consent");
  let answer = await browser.get(`/oidc/auth?${query}`);
  for (let location = String(answer.headers.location); location.startsWith("/"); ) {
    const page = await browser.get(location);
    answer = page.status === 303 ? page : await allow(browser, page);
    assert.equal(answer.status, 303, answer.text);
    location = String(answer.headers.location);
    assert.doesNotMatch(location, /changed=/, "the form says what its page showed");
  }
  const code = new URL(String(answer.headers.location)).searchParams.get("code");
  assert.ok(code, String(answer.headers.location));
  const { status, body, text } = await postForm(`${url}/oidc/token`, {
    grant_type: "authorization_code",
    redirect_uri: CALLBACK,
    code,
    client_id,
    client_secret,
  });
  assert.equal(status, 200, text);
  return body as unknown as IssuedTokens;
}

const allow = (browser: PageBrowser, { text }: PageAnswer): Promise<PageAnswer> => {
  const shown = Object.fromEntries(readForm({ text }, 'id="consent-allow"'));
  return browser.post("/consent", { ...shown, decision: "allow" });
};

/** Whether a user is signed in there: only such a user sees the account page. */
export async function isSignedIn(browser: PageBrowser): Promise<boolean> {
  return (await browser.get("/account")).status === 200;
}
