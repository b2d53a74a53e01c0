import type { Tokens } from "./request-tokens.ts";

export interface SignedInUser {
  readonly id: string;
  readonly name: string;
  readonly detail: string | undefined;
  readonly username: string | undefined;
}

/** Read from the ID token, for display only: the server authorizes every call. */
export function signedInUser(tokens: Tokens | undefined): SignedInUser {
  const claims = claimsOf(tokens?.idToken);
  const { sub, name, preferred_username: username, email } = claims;
  const known = [name, username, email, sub].filter(isText);
  return {
    id: isText(sub) ? sub : "",
    name: known[0] ?? "?",
    detail: known.find((claim) => claim !== known[0]),
    username: isText(username) ? username : undefined,
  };
}

const isText = (claim: unknown): claim is string => typeof claim === "string" && claim !== "";

function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  const payload = token?.split(".")[1];
  if (payload === undefined) return {};
  const binary = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
}
