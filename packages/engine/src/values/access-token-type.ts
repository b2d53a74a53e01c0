/**
 * The `typ` of an access token. `at+jwt` (RFC 9068 §2.1) tells it apart from every other token; `JWT` is for verifiers
 * that refuse it.
 */
export const ACCESS_TOKEN_TYPES = ["at+jwt", "JWT"] as const;
export type AccessTokenType = (typeof ACCESS_TOKEN_TYPES)[number];
