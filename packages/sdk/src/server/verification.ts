import type { Auth } from "./auth.ts";

/** Why a token is not accepted, in the words of the answer. They tell the caller nothing that the token does not. */
export const TOKEN_PROBLEMS = {
  malformed: "the access token is malformed",
  wrong_type: "the token is not an access token",
  wrong_algorithm: "the access token is signed with an algorithm that is not accepted",
  unknown_key: "the access token is signed with an unknown key",
  wrong_signature: "the signature of the access token is not valid",
  wrong_issuer: "the access token is from another issuer",
  wrong_audience: "the access token is for another audience",
  missing_claim: "the access token lacks a required claim",
  expired: "the access token has expired",
  not_yet_valid: "the access token is not valid yet",
  bound_to_key: "the access token is bound to a key, which is not supported",
  revoked: "the access token was revoked",
  inactive: "the access token is not active",
  unavailable: "access tokens cannot be verified at the moment",
} as const;

export type TokenProblem = keyof typeof TOKEN_PROBLEMS;

export interface RejectedToken {
  readonly valid: false;
  /** `unavailable` says nothing about the token: it cannot be verified at the moment. */
  readonly problem: TokenProblem;
  /** For logs: what the verifier wanted, and what the token has. Never the token. */
  readonly expected?: string;
  readonly received?: string;
}

export type Verification = { readonly valid: true; readonly auth: Auth } | RejectedToken;

export const reject = (problem: TokenProblem, expected?: string, received?: unknown): RejectedToken => ({
  valid: false,
  problem,
  ...(expected !== undefined && { expected }),
  ...(received !== undefined && { received: describe(received) }),
});

const MAX_DESCRIBED = 200;
/** As JSON, which escapes line ends: a token must not write lines of the log. */
const describe = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, MAX_DESCRIBED);
