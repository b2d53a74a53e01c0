import { setTimeout as sleep } from "node:timers/promises";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { authorizationPath, type Browser } from "../../support/sign-in.ts";
import { CALLBACK, createRequest, DESK, ORDERS_SERVER } from "../../support/storefront.ts";
import type { ObservedAnswer, ObservedRequests } from "../support/observed-requests.ts";

/** The requests of an experiment's clients. None of them rejects. */
export interface LicetClient {
  token(): Promise<ObservedAnswer>;
  check(): Promise<ObservedAnswer>;
  introspect(token: string): Promise<ObservedAnswer>;
  createRole(name: string): Promise<ObservedAnswer>;
  deleteRole(name: string): Promise<ObservedAnswer>;
  readRole(name: string): Promise<ObservedAnswer>;
  /** An authorization request of a user who is signed in. */
  authorize(): Promise<ObservedAnswer>;
  exchange(code: string): Promise<ObservedAnswer>;
  refresh(refreshToken: string): Promise<ObservedAnswer>;
  revoke(refreshToken: string): Promise<ObservedAnswer>;
  /** Requests that got 503 and, sent once more, no better answer. Empty where nothing is sent again. */
  readonly givenUp: readonly string[];
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const REQUEST = createRequest(DESK, { scope: "openid orders:read offline_access" });

export function createLicetClient(options: {
  readonly url: string;
  /** In which a user is signed in. */
  readonly browser: Browser;
  /** May check, and write roles. */
  readonly token: string;
  readonly requests: ObservedRequests;
  /** True: a request that gets 503 is sent once more after its `Retry-After`, as good clients do. */
  readonly retriesOnce: boolean;
  /** Where several clients share the token, each has a name of its own for its idempotency keys. */
  readonly name?: string;
}): LicetClient {
  const { url, browser, token, requests, retriesOnce, name: prefix = "role" } = options;
  const json = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const givenUp: string[] = [];
  let lastKey = 0;

  async function send(kind: string, path: string, init: RequestInit): Promise<ObservedAnswer> {
    const first = await requests.send(kind, url + path, init);
    if (!retriesOnce || first.status !== 503) return first;
    await sleep(Number(first.headers.get("retry-after") ?? 1) * 1_000);
    const second = await requests.send(kind, url + path, init);
    if (second.status === undefined || second.status >= 500)
      givenUp.push(`${kind}: 503, and then ${second.status}`);
    return second;
  }
  const post = (kind: string, path: string, form: Readonly<Record<string, string>>) =>
    send(kind, path, { method: "POST", headers: FORM, body: new URLSearchParams(form).toString() });
  const api = (kind: string, method: string, path: string, body?: object, headers = {}) =>
    send(kind, `/api/v1${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });

  return {
    token: () =>
      post("token", OAUTH_PATHS.token, {
        grant_type: "client_credentials",
        scope: "licet:check",
        ...ORDERS_SERVER,
      }),
    check: () => api("check", "POST", "/check", { subject: "user:alice", permission: "orders:read" }),
    introspect: (given) => post("introspection", OAUTH_PATHS.introspect, { token: given, ...ORDERS_SERVER }),
    createRole(name) {
      lastKey += 1;
      const role = { name, grants: [{ permission: "orders:read" }] };
      return api("write", "POST", "/roles", role, {
        "idempotency-key": `${prefix}-${process.pid}-${lastKey}`,
      });
    },
    deleteRole: (name) =>
      send("write", `/api/v1/roles/${name}`, {
        method: "DELETE",
        headers: { authorization: json.authorization },
      }),
    readRole: (name) => api("read", "GET", `/roles/${name}`),
    authorize() {
      const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join("; ");
      return send("authorization", authorizationPath(REQUEST), { headers: { cookie } });
    },
    exchange: (code) =>
      post("code", OAUTH_PATHS.token, {
        grant_type: "authorization_code",
        code,
        redirect_uri: CALLBACK,
        ...DESK,
      }),
    refresh: (refreshToken) =>
      post("refresh", OAUTH_PATHS.token, {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
        ...DESK,
      }),
    revoke: (refreshToken) => post("revocation", OAUTH_PATHS.revoke, { token: refreshToken, ...DESK }),
    givenUp,
  };
}
