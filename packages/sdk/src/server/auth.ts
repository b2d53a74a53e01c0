/** The claims of an access token of Licet (RFC 9068 §2.2), verified. */
export interface AccessTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  readonly client_id: string;
  /** The application, when one of its access accounts asked for the token. */
  readonly azp?: string;
  readonly scope?: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly auth_time?: number;
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly [claim: string]: unknown;
}

/** The caller of a request with a valid access token. Requests with the same token share it, so it cannot be changed. */
export interface Auth {
  /** `sub`: the user, or the client when it acts for itself. */
  readonly subject: string;
  /** `client_id`: an application or one of its access accounts. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly claims: AccessTokenClaims;
}

export function createAuth(claims: AccessTokenClaims): Auth {
  const { sub, client_id, scope = "" } = claims;
  const scopes = Object.freeze(scope === "" ? [] : scope.split(" "));
  return Object.freeze({ subject: sub, clientId: client_id, scopes, claims: freezeDeep(claims) });
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freezeDeep(member);
  return Object.freeze(value);
}

/** The name of the subject in permission checks: `user:usr_…`, `application:reports` or `access_account:ak_…`. */
export function nameSubject({ subject, clientId, claims }: Auth): string {
  // RFC 9068 §2.2: `sub` of a client that acts for itself is its `client_id`. `azp` names the application behind a key.
  if (subject !== clientId) return `user:${subject}`;
  return claims.azp === undefined ? `application:${subject}` : `access_account:${subject}`;
}
