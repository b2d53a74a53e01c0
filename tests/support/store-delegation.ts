import { randomUUID } from "node:crypto";
import type { User } from "../../packages/server/src/accounts/entities.ts";
import { passwordStamp } from "../../packages/server/src/accounts/passwords/password-stamp.ts";
import { hashToken } from "../../packages/server/src/accounts/random-token.ts";
import { generateId } from "../../packages/server/src/core/values/ids.ts";
import { generateTokenId } from "../../packages/server/src/oauth/tokens/token-id.ts";
import type { RunningLicet } from "./start-licet.ts";

/**
 * Stores what remains after a user has signed in and given consent, and the code was redeemed. Returns the `jti` of a
 * token of this delegation.
 */
export async function storeDelegation(
  { services }: Pick<RunningLicet, "services">,
  user: User,
  applicationId: string,
  scope: string,
  code: string = randomUUID(),
): Promise<string> {
  const { storage, clock } = services;
  const now = clock.seconds();
  const id = generateId("delegation");
  const sessionId = generateId("session");
  const authentication = { time: now, acr: "1", amr: ["pwd"] };
  const ip = "127.0.0.1";
  const session = {
    id: sessionId,
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + 3_600,
    authentication,
    passwordStamp: passwordStamp(user),
    ip,
    userAgent: "a test",
  };
  await storage.sessions.start(session, randomUUID(), undefined);
  const delegation = {
    id,
    userId: user.id,
    applicationId,
    sessionId,
    authentication,
    passwordStamp: passwordStamp(user),
    ip,
    redirectUri: "https://console.example.test/callback",
    scope,
    resources: [],
    agreed: scope.split(" "),
    outlivesSession: false,
    createdAt: now,
    codeExpiresAt: now + 60,
  };
  const codeHash = hashToken(code);
  await storage.delegations.insert(delegation, codeHash);
  await storage.delegations.redeem(codeHash, { now, refresh: undefined, tokensUntil: now + 600 });
  return generateTokenId(id);
}
