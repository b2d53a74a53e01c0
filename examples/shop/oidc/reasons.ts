import type { ShopOptions } from "../shop-options.ts";
import type { Discover } from "./discovery.ts";
import { fetchJson } from "./fetch-json.ts";

/** Finds the reasons of refused scopes. A scope without an entry was granted, or the API gives no reason. */
export type FindReasons = (asked: {
  readonly user: string;
  readonly scope: string;
  readonly ip: string;
}) => Promise<ReadonlyMap<string, string>>;

const PERMISSION = "licet:explain";
/** The shop does not use a token that expires within this time. */
const MARGIN_SECONDS = 30;

/**
 * A token response names refused scopes without reasons, because only permitted callers may see these. The shop asks
 * Licet's API for them, with a token of its own that carries only this permission. Without the permission, or with an
 * issuer that has no such API, the shop shows no reasons and otherwise works the same.
 */
export function createFindReasons(options: ShopOptions, discover: Discover, now: () => number): FindReasons {
  const { clientId, clientSecret, explainApi } = options;
  let cached: { readonly token: string; readonly expiresAt: number } | undefined;

  async function findToken(): Promise<string | undefined> {
    if (cached && cached.expiresAt > now()) return cached.token;
    const form = { grant_type: "client_credentials", scope: PERMISSION };
    const answer = await fetchJson((await discover()).tokenEndpoint, {
      method: "POST",
      body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
    });
    const { access_token: token, expires_in: seconds, scope } = answer?.isSuccess ? answer.body : {};
    if (typeof token !== "string" || scope !== PERMISSION) return undefined;
    cached = { token, expiresAt: now() + (typeof seconds === "number" ? seconds : 0) - MARGIN_SECONDS };
    return token;
  }

  return async ({ user, scope, ip }) => {
    const token = explainApi === undefined || scope === "" ? undefined : await findToken();
    if (token === undefined) return new Map();
    const answer = await fetchJson(`${explainApi}/scopes:resolve`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ client_id: clientId, user, scope, ip }),
    });
    // The token was revoked, so the shop does not use it again.
    if (answer?.status === 401) cached = undefined;
    return parseReasons(answer?.isSuccess ? answer.body.refused : undefined);
  };
}

const parseReasons = (refused: unknown): ReadonlyMap<string, string> =>
  new Map(
    (Array.isArray(refused) ? refused : []).flatMap((item: unknown): [string, string][] => {
      const { scope, reason } = { ...(item as object) } as Readonly<Record<string, unknown>>;
      return typeof scope === "string" && typeof reason === "string" ? [[scope, reason]] : [];
    }),
  );
