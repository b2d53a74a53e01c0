import type { ShopOptions } from "../shop-options.ts";
import type { Discover } from "./discovery.ts";
import { fetchJson } from "./fetch-json.ts";

/** Why the shop did not get a scope. Items without an entry were granted, or nobody says why not. */
export type FindReasons = (asked: {
  readonly user: string;
  readonly scope: string;
  readonly ip: string;
}) => Promise<ReadonlyMap<string, string>>;

const PERMISSION = "licet:explain";
/** A token that is about to expire is not used any more. */
const MARGIN_SECONDS = 30;

/**
 * A token response names refused scopes and keeps the reasons for callers that may see them. The shop asks Licet's API
 * for them, with a token of its own that carries this one permission. Without the permission, or with an issuer that
 * has no such API, there are no reasons, and the shop works as before.
 */
export function createFindReasons(options: ShopOptions, discover: Discover, now: () => number): FindReasons {
  const { clientId, clientSecret, explainApi } = options;
  let kept: { readonly token: string; readonly expiresAt: number } | undefined;

  async function findToken(): Promise<string | undefined> {
    if (kept && kept.expiresAt > now()) return kept.token;
    const form = { grant_type: "client_credentials", scope: PERMISSION };
    const answer = await fetchJson((await discover()).tokenEndpoint, {
      method: "POST",
      body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
    });
    const { access_token: token, expires_in: seconds, scope } = answer?.isSuccess ? answer.body : {};
    if (typeof token !== "string" || scope !== PERMISSION) return undefined;
    kept = { token, expiresAt: now() + (typeof seconds === "number" ? seconds : 0) - MARGIN_SECONDS };
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
    // A token that was revoked is not used again.
    if (answer?.status === 401) kept = undefined;
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
