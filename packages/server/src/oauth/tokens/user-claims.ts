import type { User } from "../../accounts/entities.ts";

type Kind = "string" | "boolean" | "number" | "object";

/** OpenID Connect Core §5.4: which claims each scope stands for, and the type of each (§5.1). */
const CLAIMS_OF_SCOPE: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  profile: {
    name: "string",
    family_name: "string",
    given_name: "string",
    middle_name: "string",
    nickname: "string",
    preferred_username: "string",
    profile: "string",
    picture: "string",
    website: "string",
    gender: "string",
    birthdate: "string",
    zoneinfo: "string",
    locale: "string",
    updated_at: "number",
  },
  email: { email: "string", email_verified: "boolean" },
  phone: { phone_number: "string", phone_number_verified: "boolean" },
  address: { address: "object" },
};

export const USER_CLAIMS: readonly string[] = Object.values(CLAIMS_OF_SCOPE).flatMap(Object.keys);

/** The scopes that stand for these claims. */
export const scopesOfClaims = (claims: readonly string[]): readonly string[] =>
  Object.keys(CLAIMS_OF_SCOPE).filter((scope) =>
    claims.some((name) => Object.hasOwn(CLAIMS_OF_SCOPE[scope] ?? {}, name)),
  );

/**
 * The claims of a user under the given scopes; with `only`, no more than these. Members of the user come first, other
 * claims from the attributes of the same names, if they have the type that the standard requires.
 */
export function claimsOfUser(
  user: User,
  scopes: Iterable<string>,
  only?: readonly string[],
): Readonly<Record<string, unknown>> {
  const known: Readonly<Record<string, unknown>> = {
    ...user.attributes,
    preferred_username: user.username,
    ...(user.name !== undefined && { name: user.name }),
    email: user.email,
    // An address that is not known cannot have been verified.
    email_verified: user.email === undefined ? undefined : user.attributes.email_verified === true,
  };
  const claims: Record<string, unknown> = {};
  for (const scope of scopes) {
    for (const [name, kind] of Object.entries(CLAIMS_OF_SCOPE[scope] ?? {})) {
      const value = known[name];
      if (only?.includes(name) === false || typeof value !== kind || value === null) continue;
      claims[name] = value;
    }
  }
  return claims;
}
