import type { RequestParts } from "./http-answer.ts";

/** The access token of a request, or why there is none. */
export type PresentedToken =
  | { readonly kind: "token"; readonly token: string }
  /** No token in the header. `received` is for the log. */
  | { readonly kind: "none"; readonly received: string }
  | { readonly kind: "malformed" }
  | { readonly kind: "repeated"; readonly received: string };

/** RFC 6750 §2.1. The scheme is compared without case (RFC 9110 §11.1). */
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;
const IS_BEARER = /^Bearer(?: |$)/i;
/** A second header, as frameworks of the Web join it to the first, and any other comma in a token. */
const HAS_BEARER_IN_LIST = /^Bearer(?:[ ,]|$)|,\s*Bearer(?:[ ,]|$)/i;
const QUERY_TOKEN = /[?&]access_token(?:[=&#]|$)/;

/** The token is taken from the Authorization header alone: URLs end up in logs (RFC 9700 §4.3.2). */
export function readBearer({ authorization, url }: RequestParts): PresentedToken {
  const isInQuery = url.includes("access_token") && QUERY_TOKEN.test(url);
  if (authorization === undefined)
    return {
      kind: "none",
      received: isInQuery ? "a token in the query, which is not accepted" : "no Authorization header",
    };
  const bearer = BEARER.exec(authorization);
  if (bearer && !isInQuery) return { kind: "token", token: bearer[1] as string };
  // RFC 6750 §3.1: more than one way of sending a token is an invalid request.
  if (bearer) return { kind: "repeated", received: "a token in the header and in the query" };
  if (authorization.includes(",") && HAS_BEARER_IN_LIST.test(authorization))
    return { kind: "repeated", received: "several values of the Authorization header" };
  if (IS_BEARER.test(authorization)) return { kind: "malformed" };
  // RFC 6750 §3.1: another way of authentication counts as none.
  return { kind: "none", received: "another authentication scheme than Bearer" };
}
