import { hash } from "node:crypto";
import { generateToken } from "../../accounts/random-token.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import type { ShownRequest } from "../pages/parts/shown-request.ts";
import type { DemoStep } from "../pages/texts/texts.ts";
import { demoAddresses } from "./demo-addresses.ts";
import type { DemoShop } from "./demo-shop.ts";

/** A sign-in that the shop has begun, and must recognise when its answer comes. */
export interface Attempt {
  readonly scope: string;
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636 §4.1 */
  readonly verifier: string;
  readonly request: MadeRequest;
}

/** A request as the shop made it; what it was for is said in the language of whoever looks at it. */
export interface MadeRequest extends Omit<ShownRequest, "title"> {
  readonly step: DemoStep;
}

export interface Exchange {
  readonly made: MadeRequest;
  readonly isSuccess: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ShopClient {
  begin(scope: string): Attempt;
  redeem(attempt: Attempt, code: string): Promise<Exchange>;
  refresh(refreshToken: string): Promise<Exchange>;
  readUserinfo(accessToken: string): Promise<Exchange>;
  /** Without an ID token people are asked whether they mean it. */
  signOutUrl(idToken: string | undefined): string;
}

const TIMEOUT_MILLISECONDS = 10_000;

/** The shop as its developers would have written it: all it knows of Licet are the endpoints. */
export function createShopClient(baseUrl: string, shop: DemoShop): ShopClient {
  const { home, redirectUri } = demoAddresses(baseUrl);
  const credentials = { client_id: shop.clientId, client_secret: shop.clientSecret };

  const askForToken = (step: DemoStep, form: Readonly<Record<string, string>>) =>
    send({ step, method: "POST", url: baseUrl + OAUTH_PATHS.token, form: { ...form, ...credentials } });

  return {
    begin(scope) {
      const [state, nonce, verifier] = [generateToken(), generateToken(), generateToken()];
      const parameters = new URLSearchParams({
        response_type: "code",
        client_id: shop.clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: hash("sha256", verifier, "base64url"),
        code_challenge_method: "S256",
        // An answer that is remembered would end the demo before it is seen. OpenID Connect Core §11 wants it, too.
        prompt: "consent",
      });
      const url = `${baseUrl}${OAUTH_PATHS.authorize}?${parameters}`;
      return { scope, state, nonce, verifier, request: { step: "authorize", method: "GET", url } };
    },
    redeem: ({ verifier }, code) =>
      askForToken("token", {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    refresh: (refreshToken) =>
      askForToken("refresh", { grant_type: "refresh_token", refresh_token: refreshToken }),
    readUserinfo: (accessToken) =>
      send({
        step: "userinfo",
        method: "GET",
        url: baseUrl + OAUTH_PATHS.userinfo,
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    signOutUrl(idToken) {
      const parameters = new URLSearchParams({
        client_id: shop.clientId,
        ...(idToken !== undefined && { id_token_hint: idToken }),
        post_logout_redirect_uri: home,
      });
      return `${baseUrl}${OAUTH_PATHS.logout}?${parameters}`;
    },
  };
}

/** Never rejects: whatever goes wrong is an answer that can be shown. */
async function send(made: MadeRequest): Promise<Exchange> {
  try {
    const answer = await fetch(made.url, {
      method: made.method,
      // Not kept open: the server is this very process, and would wait for the connection when it stops.
      headers: { ...made.headers, connection: "close" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      ...(made.form && { body: new URLSearchParams(made.form) }),
    });
    return { made, isSuccess: answer.ok, body: { ...((await answer.json()) as object) } };
  } catch {
    const { origin } = new URL(made.url);
    const description = `the shop got no answer that it can read from ${origin}; check the setting base_url`;
    return { made, isSuccess: false, body: { error: "no_answer", error_description: description } };
  }
}
