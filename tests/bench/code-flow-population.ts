import { createHmac } from "node:crypto";
import { type Caller, caller, GRANTED } from "./population.ts";

/**
 * The population of the code flow: users who are signed in and have agreed, and the applications that they use. All of
 * them follow from their number, so that seed and load need not exchange a file.
 */
export const SIGNED_IN_USERS = 1_000;

export interface CodeFlowApplication extends Caller {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Gets a refresh token with every code. */
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
/** The same without the signature that costs both servers more than all the rest: it shows the rest. */
export const ELLIPTIC_PORTAL = application("elliptic-portal", { idTokenAlgorithm: "ES256" });
export const DESKTOP = application("desktop", { refreshes: true });
export const CODE_FLOW_APPLICATIONS = [PORTAL, ELLIPTIC_PORTAL, DESKTOP] as const;

export const personId = (person: number): string => `usr_person${person.toString().padStart(14, "0")}`;

export const eachPerson = <T>(make: (person: number) => T): T[] =>
  Array.from({ length: SIGNED_IN_USERS }, (_, person) => make(person));

/** The cookie of a user's browser. 256 bits as base64url, which both servers accept as one of their own. */
export const cookieToken = (purpose: "session" | "browser", person: number): string =>
  createHmac("sha256", "licet benchmark").update(`${purpose} ${person}`).digest("base64url");
