import { findIdTokenProblem } from "../oidc/check-id-token.ts";
import { type DecodedToken, decodeToken } from "../oidc/decode-token.ts";
import type { IsSignedByIssuer } from "../oidc/issuer-keys.ts";
import type { FindReasons } from "../oidc/reasons.ts";
import type { Attempt, Exchange, ShopClient, ShopRequest } from "../oidc/shop-client.ts";
import type { ShopOptions } from "../shop-options.ts";
import { errorOutcome, findName, type Outcome, parseScope } from "./outcome.ts";

/** The result of a sign-in. */
export interface Visit {
  /** The requested scope. */
  readonly scope: string;
  readonly outcome: Outcome;
  /** The requests of the visit, oldest first. */
  readonly requests: readonly ShopRequest[];
  readonly refreshToken?: string;
}

export interface Visits {
  /** Starts a visit from the authorization response: a code, or an error (RFC 6749 §4.1.2). */
  begin(attempt: Attempt, answer: URLSearchParams, ip: string): Promise<Visit>;
  refresh(visit: Visit, ip: string): Promise<Visit>;
}

/** The page shows only the last requests, because a visit may have many refreshes. */
const SHOWN_REQUESTS = 10;

interface Expected {
  readonly nonce?: string;
  readonly subject?: unknown;
}

export function createVisits({
  options,
  client,
  isSignedByIssuer,
  findReasons,
  now,
}: {
  readonly options: Pick<ShopOptions, "issuer" | "clientId">;
  readonly client: ShopClient;
  readonly isSignedByIssuer: IsSignedByIssuer;
  readonly findReasons: FindReasons;
  readonly now: () => number;
}): Visits {
  return {
    async begin(attempt, answer, ip) {
      const { scope, nonce, request } = attempt;
      const code = answer.get("code");
      const asked: Visit = {
        scope,
        requests: [request],
        outcome: errorOutcome({
          error: answer.get("error") ?? "invalid_response",
          error_description: answer.get("error_description"),
        }),
      };
      return code === null ? asked : receive(asked, await client.redeem(attempt, code), { nonce }, ip);
    },

    async refresh(visit, ip) {
      const { refreshToken, outcome } = visit;
      if (refreshToken === undefined || outcome.kind !== "tokens") return visit;
      const { subject } = outcome;
      return receive(visit, await client.refresh(refreshToken), { subject }, ip);
    },
  };

  async function receive(
    visit: Visit,
    { request, isSuccess, body }: Exchange,
    expected: Expected,
    ip: string,
  ): Promise<Visit> {
    const { scope } = visit;
    const requests = [...visit.requests, request].slice(-SHOWN_REQUESTS);
    const failed = (problem: Readonly<Record<string, unknown>>): Visit => ({
      scope,
      requests,
      outcome: errorOutcome(problem),
    });
    if (!isSuccess) return failed(body);
    const { access_token: raw, id_token: rawIdToken } = body;
    if (typeof raw !== "string")
      return failed({ error: "invalid_response", error_description: "no access token came" });
    const idToken = decodeToken(rawIdToken);
    const problem = rawIdToken === undefined ? undefined : await findProblem(idToken, expected);
    if (problem !== undefined) return failed({ error: "invalid_id_token", error_description: problem });

    const accessToken = decodeToken(raw) ?? { raw };
    const subject = idToken?.claims.sub ?? decodeToken(raw)?.claims.sub ?? expected.subject;
    // RFC 6750, OpenID Connect Core §5.3: userinfo accepts only a token with the scope `openid`.
    const userinfo = idToken && (await client.fetchUserinfo(raw));
    // §5.3.2: the shop must not use a response about another user.
    const isAboutUser = userinfo?.isSuccess && userinfo.body.sub === subject;
    const granted = parseScope(body.scope ?? scope);
    // Licet names the refused scopes in `scope_rejected`. With other issuers, the missing scopes are the refused ones.
    const missing = parseScope(scope).filter((item) => !granted.includes(item));
    const refused = body.scope_rejected === undefined ? missing : parseScope(body.scope_rejected);
    const user = typeof subject === "string" ? subject : undefined;
    const reasons = user === undefined ? new Map() : await findReasons({ user, scope, ip });
    // RFC 6749 §6: without a new refresh token in the response, the old one stays valid.
    const refreshToken = typeof body.refresh_token === "string" ? body.refresh_token : visit.refreshToken;
    return {
      scope,
      requests: [...requests, ...(userinfo ? [userinfo.request] : [])].slice(-SHOWN_REQUESTS),
      ...(refreshToken !== undefined && { refreshToken }),
      outcome: {
        kind: "tokens",
        subject,
        userName: (isAboutUser ? findName(userinfo.body) : undefined) ?? user ?? "",
        granted,
        refused: refused.map((item) => ({ scope: item, reason: reasons.get(item) })),
        accessToken,
        ...(idToken && { idToken }),
        ...(isAboutUser && { userinfo: userinfo.body }),
        tokenResponse: body,
        canRefresh: refreshToken !== undefined,
      },
    };
  }

  async function findProblem(
    idToken: DecodedToken | undefined,
    expected: Expected,
  ): Promise<string | undefined> {
    if (!idToken) return "the ID token cannot be read";
    const { issuer, clientId: audience } = options;
    const problem = findIdTokenProblem(idToken, { ...expected, issuer, audience, now: now() });
    if (problem !== undefined) return problem;
    return (await isSignedByIssuer(idToken)) ? undefined : "the ID token is not signed by its issuer";
  }
}
