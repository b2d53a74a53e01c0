import { currentTokens } from "../auth/tokens.ts";

export interface SignedInUser {
  readonly name: string;
  readonly detail: string | undefined;
}

/** From the ID token, for showing alone: what may be done is decided by the server at every call. */
export function signedInUser(): SignedInUser {
  const claims = claimsOf(currentTokens()?.idToken);
  const known = [claims.name, claims.preferred_username, claims.email, claims.sub].filter(
    (claim): claim is string => typeof claim === "string" && claim !== "",
  );
  return { name: known[0] ?? "?", detail: known.find((claim) => claim !== known[0]) };
}

function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  const payload = token?.split(".")[1];
  if (payload === undefined) return {};
  const binary = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
}
