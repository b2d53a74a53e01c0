import { createHmac } from "node:crypto";
import { type Caller, caller, GRANTED } from "./population.ts";

/**
 * The population of the code flow: users who are signed in and have agreed, and the applications that they use. Each
 * is computed from its number, so that seed and load need not exchange a file.
 */
export const SIGNED_IN_USERS = 1_000;

export interface CodeFlowApplication extends Caller {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Whether it gets a refresh token for every code. */
  readonly refreshes: boolean;
  /** How its ID tokens are signed. */
  readonly idTokenAlgorithm: "RS256" | "ES256";
}

const application = (name: string, more: Partial<CodeFlowApplication> = {}): CodeFlowApplication => ({
  ...caller(name),
  redirectUri: `https://${name}.example.test/callback`,
  scopes: ["openid", ...GRANTED, ...(more.refreshes ? ["offline_access"] : [])],
  refreshes: false,
  // The default of OpenID Connect and of both servers.
  idTokenAlgorithm: "RS256",
  ...more,
});

export const PORTAL = application("portal");
/** An RSA signature takes both servers longer than everything else. Without it, the rest can be compared. */
export const ELLIPTIC_PORTAL = application("elliptic-portal", { idTokenAlgorithm: "ES256" });
export const DESKTOP = application("desktop", { refreshes: true });
export const CODE_FLOW_APPLICATIONS = [PORTAL, ELLIPTIC_PORTAL, DESKTOP] as const;

export const signedInUserId = (user: number): string => `usr_signedin${user.toString().padStart(12, "0")}`;

export const eachSignedInUser = <T>(make: (user: number) => T): T[] =>
  Array.from({ length: SIGNED_IN_USERS }, (_, user) => make(user));

/** The cookie of a user's browser. 256 bits as base64url, which both servers accept as one of their own. */
export const cookieToken = (purpose: "session" | "browser", user: number): string =>
  createHmac("sha256", "licet benchmark").update(`${purpose} ${user}`).digest("base64url");
