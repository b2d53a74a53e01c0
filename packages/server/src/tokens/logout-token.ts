import { randomUUID } from "node:crypto";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import { signJwt } from "./sign-jwt.ts";

/** A notice to an application that a session has ended (OpenID Connect Back-Channel Logout §2.4). */
export interface LogoutToken {
  readonly issuer: string;
  /** The application's id. */
  readonly audience: string;
  readonly subject: string;
  readonly sessionId: string;
  readonly issuedAt: EpochSeconds;
  readonly algorithm: "RS256" | "ES256";
}

/** Back-Channel Logout §4: at most two minutes, so that a token that got away is soon worth nothing. */
const LIFETIME_SECONDS = 120;

/** A logout token never has a `nonce`: with one a verifier that ignores `typ` could take it for an ID token (§2.4). */
export function signLogoutToken(
  keyRing: Pick<KeyRing, "signer">,
  token: LogoutToken,
): string | Promise<string> {
  return signJwt(keyRing.signer(token.algorithm, token.issuedAt * 1000), "logout+jwt", {
    iss: token.issuer,
    aud: token.audience,
    iat: token.issuedAt,
    exp: token.issuedAt + LIFETIME_SECONDS,
    jti: randomUUID(),
    sub: token.subject,
    sid: token.sessionId,
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  });
}
