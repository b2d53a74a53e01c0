import type { Clock } from "../../core/time.ts";
import type { DemoOutcome } from "../pages/demo-result-page.ts";
import { decodeToken, findIdTokenProblem } from "./decode-token.ts";
import type { DemoShop } from "./demo-shop.ts";
import type { ReasonsFor } from "./reasons-for.ts";
import type { Attempt, Exchange, MadeRequest, ShopClient } from "./shop-client.ts";

/** What the shop knows after a sign-in. */
export interface Visit {
  /** As it was asked. */
  readonly scope: string;
  readonly outcome: DemoOutcome;
  /** Oldest first. */
  readonly requests: readonly MadeRequest[];
  readonly refreshToken?: string;
}

export interface Visits {
  /** After the answer of the authorization endpoint: a code, or an error (RFC 6749 §4.1.2). */
  begin(attempt: Attempt, answer: { get(name: string): string | undefined }, ip: string): Promise<Visit>;
  refresh(visit: Visit, ip: string): Promise<Visit>;
}

/** Enough to see what happened; whoever refreshes all day sees the last ones. */
const SHOWN_REQUESTS = 10;

export function createVisits({
  client,
  shop,
  reasonsFor,
  issuer,
  clock,
}: {
  readonly client: ShopClient;
  readonly shop: DemoShop;
  readonly reasonsFor: ReasonsFor;
  readonly issuer: string;
  readonly clock: Clock;
}): Visits {
  return {
    async begin(attempt, answer, ip) {
      const { scope, nonce, request } = attempt;
      const code = answer.get("code");
      const asked: Visit = {
        scope,
        requests: [request],
        outcome: errorOf({
          error: answer.get("error") ?? "invalid_response",
          error_description: answer.get("error_description"),
        }),
      };
      return code === undefined ? asked : receive(asked, await client.redeem(attempt, code), { nonce }, ip);
    },

    async refresh(visit, ip) {
      if (visit.refreshToken === undefined || visit.outcome.kind !== "tokens") return visit;
      const { sub: subject } = visit.outcome.accessToken.claims;
      return receive(visit, await client.refresh(visit.refreshToken), { subject }, ip);
    },
  };

  async function receive(
    { scope, requests: before }: Visit,
    { made, isSuccess, body }: Exchange,
    expected: { readonly nonce?: string; readonly subject?: unknown },
    ip: string,
  ): Promise<Visit> {
    const requests = [...before, made].slice(-SHOWN_REQUESTS);
    const failed = (problem: Readonly<Record<string, unknown>>): Visit => ({
      scope,
      requests,
      outcome: errorOf(problem),
    });
    if (!isSuccess) return failed(body);
    const accessToken = decodeToken(body.access_token);
    if (!accessToken) return failed({ error: "invalid_response", error_description: "no access token came" });
    const idToken = decodeToken(body.id_token);
    const problem =
      idToken &&
      findIdTokenProblem(idToken, { ...expected, issuer, audience: shop.clientId, now: clock.seconds() });
    if (problem !== undefined) return failed({ error: "invalid_id_token", error_description: problem });

    // RFC 6750, OpenID Connect Core §5.3: only a token with `openid` is worth asking with.
    const userinfo = idToken && (await client.readUserinfo(accessToken.raw));
    const userId = String(accessToken.claims.sub);
    const reasons = await reasonsFor(userId, scope, ip);
    const refreshToken = typeof body.refresh_token === "string" ? body.refresh_token : undefined;
    return {
      scope,
      requests: [...requests, ...(userinfo ? [userinfo.made] : [])].slice(-SHOWN_REQUESTS),
      ...(refreshToken !== undefined && { refreshToken }),
      outcome: {
        kind: "tokens",
        userName: nameOf(userinfo?.body) ?? userId,
        granted: itemsOf(body.scope),
        refused: itemsOf(body.scope_rejected).map((item) => {
          const reason = reasons.get(item);
          return { scope: item, ...(reason && { reason }) };
        }),
        accessToken,
        ...(idToken && { idToken }),
        ...(userinfo && { userinfo: userinfo.body }),
        tokenResponse: body,
        canRefresh: refreshToken !== undefined,
      },
    };
  }
}

function errorOf({ error, error_description }: Readonly<Record<string, unknown>>): DemoOutcome {
  return {
    kind: "error",
    error: typeof error === "string" ? error : "invalid_response",
    ...(typeof error_description === "string" && { description: error_description }),
  };
}

const nameOf = (userinfo: Readonly<Record<string, unknown>> = {}): string | undefined =>
  [userinfo.name, userinfo.preferred_username].find((name) => typeof name === "string");

const itemsOf = (scope: unknown): readonly string[] =>
  typeof scope === "string" ? scope.split(" ").filter((item) => item !== "") : [];
