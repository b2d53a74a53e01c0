import { decodeToken } from "./decode-token.ts";
import type { Tokens } from "./request-tokens.ts";

export interface SignedInUser {
  readonly id: string;
  readonly name: string;
  readonly detail: string | undefined;
  readonly username: string | undefined;
}

/** Reads the claims of the ID token, for display only: the server authorizes every call. */
export function signedInUserFrom(tokens: Tokens | undefined): SignedInUser {
  const claims = tokens?.idToken === undefined ? undefined : decodeToken(tokens.idToken)?.payload;
  const { sub, name, preferred_username: username, email } = claims ?? {};
  const known = [name, username, email, sub].filter(isText);
  return {
    id: isText(sub) ? sub : "",
    name: known[0] ?? "?",
    detail: known.find((claim) => claim !== known[0]),
    username: isText(username) ? username : undefined,
  };
}

const isText = (claim: unknown): claim is string => typeof claim === "string" && claim !== "";
