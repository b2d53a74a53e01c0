import { hash } from "node:crypto";
import { type ShopOptions, shopPaths } from "../shop-options.ts";
import type { Discover } from "./discovery.ts";
import { fetchJson } from "./fetch-json.ts";
import { generateToken } from "./generate-token.ts";

/** The requests of the shop to the issuer. */
export type Step = "authorize" | "token" | "userinfo" | "refresh";

/** A request of the shop, which the result page shows. */
export interface ShopRequest {
  readonly step: Step;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** A sign-in that the shop has started. The shop matches the authorization response with it. */
export interface Attempt {
  readonly scope: string;
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636 §4.1 */
  readonly verifier: string;
  readonly request: ShopRequest;
}

export interface Exchange {
  readonly request: ShopRequest;
  readonly isSuccess: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ShopClient {
  begin(scope: string): Promise<Attempt>;
  redeem(attempt: Attempt, code: string): Promise<Exchange>;
  refresh(refreshToken: string): Promise<Exchange>;
  /** Undefined when the issuer has no userinfo endpoint. */
  fetchUserinfo(accessToken: string): Promise<Exchange | undefined>;
  /** The fields of the form that signs the user out at the issuer. Without an ID token, the issuer asks the user. */
  signOutFields(idToken: string | undefined): Readonly<Record<string, string>>;
}

export function createShopClient(options: ShopOptions, discover: Discover): ShopClient {
  const { clientId } = options;
  const credentials = { client_id: clientId, client_secret: options.clientSecret };
  const { origin } = new URL(options.url);
  const { home, callback } = shopPaths(options.url);
  const redirectUri = origin + callback;

  const requestToken = async (step: Step, form: Readonly<Record<string, string>>) => {
    const { tokenEndpoint: url } = await discover();
    return send({ step, method: "POST", url, form: { ...form, ...credentials } });
  };

  return {
    async begin(scope) {
      const { authorizationEndpoint } = await discover();
      const [state, nonce, verifier] = [generateToken(), generateToken(), generateToken()];
      const url = new URL(authorizationEndpoint);
      for (const [name, value] of Object.entries({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: hash("sha256", verifier, "base64url"),
        code_challenge_method: "S256",
        // Otherwise a remembered consent would skip the consent page. OpenID Connect Core §11 requires the prompt.
        prompt: "consent",
      }))
        url.searchParams.set(name, value);
      return {
        scope,
        state,
        nonce,
        verifier,
        request: { step: "authorize", method: "GET", url: url.toString() },
      };
    },
    redeem: ({ verifier }, code) =>
      requestToken("token", {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    refresh: (refreshToken) =>
      requestToken("refresh", { grant_type: "refresh_token", refresh_token: refreshToken }),
    async fetchUserinfo(accessToken) {
      const { userinfoEndpoint: url } = await discover();
      if (url === undefined) return undefined;
      return send({
        step: "userinfo",
        method: "GET",
        url,
        headers: { authorization: `Bearer ${accessToken}` },
      });
    },
    signOutFields: (idToken) => ({
      client_id: clientId,
      ...(idToken !== undefined && { id_token_hint: idToken }),
      post_logout_redirect_uri: origin + home,
    }),
  };
}

/** Never rejects: the page shows a failure like any other response. */
async function send(request: ShopRequest): Promise<Exchange> {
  const { url, method, headers, form } = request;
  const answer = await fetchJson(url, { method, headers, body: form && new URLSearchParams(form) });
  if (answer) return { request, isSuccess: answer.isSuccess, body: answer.body };
  const description = `the shop got no answer that it can read from ${new URL(url).origin}`;
  return { request, isSuccess: false, body: { error: "no_answer", error_description: description } };
}
