export const PRINCIPAL_TYPES = ["user", "group", "application", "access_account"] as const;
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];

/**
 * `user:usr_…`, `group:support`, `application:reports`, `access_account:ak_…`, or `user:*` for every user. Only
 * this file writes and parses it.
 */
export type PrincipalKey = `${PrincipalType}:${string}`;

export interface Principal {
  readonly type: PrincipalType;
  readonly id: string;
}

export const EVERY_USER = "user:*";

export const formatPrincipalKey = <Type extends PrincipalType>(type: Type, id: string): `${Type}:${string}` =>
  `${type}:${id}`;

/** Undefined when the text names no type of principal. The id is the text after the first colon, and may be empty. */
export function parsePrincipalKey(text: PrincipalKey): Principal;
export function parsePrincipalKey(text: string): Principal | undefined;
export function parsePrincipalKey(text: string): Principal | undefined {
  for (const type of PRINCIPAL_TYPES)
    if (isPrincipalOf(type, text)) return { type, id: text.slice(type.length + 1) };
  return undefined;
}

/** Does not parse the key: decisions call it often. */
export const isPrincipalOf = <Type extends PrincipalType>(
  type: Type,
  key: string,
): key is `${Type}:${string}` => key.startsWith(PREFIXES[type]);

/** The id alone, for callers that know the type. */
export const principalId = (key: PrincipalKey): string => key.slice(key.indexOf(":") + 1);

const PREFIXES: Readonly<Record<PrincipalType, string>> = {
  user: "user:",
  group: "group:",
  application: "application:",
  access_account: "access_account:",
};
