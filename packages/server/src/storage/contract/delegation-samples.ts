import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Session } from "../../accounts/session.ts";
import type { Delegation } from "../../oauth/delegation.ts";
import type { CodeRedemption, NewChain } from "../../oauth/stores.ts";
import type { Storage } from "../open-storage.ts";

/** The time at which the samples begin. */
export const START = 1_800_000_000;

export const session = (id: string, userId: string, members: Partial<Session> = {}): Session => ({
  id,
  userId,
  createdAt: START,
  lastSeenAt: START,
  expiresAt: START + 1_000,
  authentication: { time: START, acr: "1", amr: ["pwd"] },
  passwordStamp: "stamp-1",
  ip: "192.0.2.7",
  userAgent: "A browser ⟨ü⟩",
  ...members,
});

/** Every member is set, and one has text that PostgreSQL cannot store in a text column. */
export const delegation = (id: string, members: Partial<Delegation> = {}): Delegation => ({
  id,
  userId: "usr_alice",
  applicationId: "shop",
  sessionId: "ses_1",
  authentication: { time: START, acr: "1", amr: ["pwd"] },
  passwordStamp: "stamp-1",
  ip: "192.0.2.7",
  redirectUri: "http://127.0.0.1:4000/callback",
  codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  nonce: "n\0 \ud800 ✓",
  scope: "openid orders:*",
  resources: ["https://orders.example.test"],
  agreed: ["openid", "orders:read"],
  outlivesSession: false,
  claims: { userinfo: ["email"], idToken: [], subject: "usr_alice" },
  createdAt: START,
  codeExpiresAt: START + 60,
  ...members,
});

export const OFFLINE: Partial<Delegation> = {
  agreed: ["openid", "offline_access"],
  outlivesSession: true,
};

export const chain = (currentHash: string, members: Partial<NewChain> = {}): NewChain => ({
  currentHash,
  idleExpiresAt: START + 500,
  absoluteExpiresAt: START + 900,
  ...members,
});

export const redemption = (now: EpochSeconds, refresh?: NewChain): CodeRedemption => ({
  now,
  refresh,
  tokensUntil: now + 600,
});

/**
 * Starts a session in which an application gets a delegation, and ends it: an application that registered for logout
 * messages gets one.
 */
export async function endSession(
  { sessions, delegations }: Pick<Storage, "sessions" | "delegations">,
  { sessionId, userId, applicationId }: Pick<Delegation, "sessionId" | "userId" | "applicationId">,
  now: EpochSeconds,
): Promise<void> {
  await sessions.start(session(sessionId, userId), `token of ${sessionId}`, undefined);
  const given = delegation(`dlg ${sessionId}`, { sessionId, userId, applicationId });
  await delegations.insert({ ...given, createdAt: now, codeExpiresAt: now + 60 }, given.id);
  await delegations.redeem(given.id, redemption(now));
  await sessions.end(sessionId, now);
}

/** Returns the ids of the delegations that have ended. */
export async function listEnded(
  { delegations }: Storage,
  ids: readonly string[],
): Promise<readonly string[]> {
  const states = await Promise.all(ids.map((id) => delegations.find(id)));
  return ids.filter((_, i) => states[i]?.endedAt !== undefined);
}

/** Runs an attempt fifty times in parallel and returns the number of successes. */
export async function countSuccesses(attempt: (i: number) => Promise<boolean>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, i) => attempt(i)));
  return outcomes.filter(Boolean).length;
}
