/**
 * RFC 8725 §3.12. An access token may have the `typ` of an ID token, where a resource asks for it. What each must have
 * and must not have excludes the other, so that neither ever passes for the other: an access token has a `client_id`, a
 * `scope` and a `jti`, and is for resources, whose identifiers are URIs; an ID token has an `at_hash`, and is for a
 * client_id, which is none.
 */

import { isOwnAudience } from "../core/values/own-audience.ts";

type Claims = Readonly<Record<string, unknown>>;

const ONLY_IN_ACCESS_TOKENS = ["client_id", "scope", "jti"];
const ONLY_IN_ID_TOKENS = ["at_hash", "nonce", "sid"];

const hasAny = (claims: Claims, names: readonly string[]): boolean =>
  names.some((name) => claims[name] !== undefined);

const isUri = (audience: unknown): audience is string =>
  typeof audience === "string" && audience.includes(":");

export const isLikeIdToken = (claims: Claims): boolean =>
  typeof claims.at_hash === "string" && !isUri(claims.aud) && !hasAny(claims, ONLY_IN_ACCESS_TOKENS);

/** Whether an access token with these claims may have the `typ` of an ID token. One for Licet itself may not. */
export const mayLookLikeIdToken = (claims: Claims, issuer: string): boolean =>
  [claims.aud].flat().every((audience) => isUri(audience) && !isOwnAudience(audience, issuer)) &&
  !hasAny(claims, ONLY_IN_ID_TOKENS);
