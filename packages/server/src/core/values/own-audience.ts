const OWN_API = "/api/v1";

/** The identifier of Licet's own API as a resource: the audience of the tokens for it. */
export const ownApiOf = (issuer: string): string => issuer + OWN_API;

/** The issuer that this is the own API of. */
export const issuerOf = (ownApi: string): string => ownApi.slice(0, -OWN_API.length);

/** Whether a token for this audience is for endpoints of Licet itself. */
export const isOwnAudience = (audience: string, issuer: string): boolean =>
  audience === issuer || audience === ownApiOf(issuer);

/**
 * RFC 8707 §3: the audience of a token names one server. So no resource of others has an identifier that Licet accepts
 * as its own audience: the issuer, its API, and the endpoints that client assertions may be for (RFC 7523 §3). Other
 * spellings of them count, because a verifier may compare URLs.
 */
export function isReservedAudience(identifier: string, issuer: string): boolean {
  const wanted = spell(identifier);
  const own = spell(issuer);
  return wanted === own || [`${own}/oidc`, `${own}/api`].some((path) => isAtOrBelow(wanted, path));
}

const isAtOrBelow = (url: string, path: string): boolean => url === path || url.startsWith(`${path}/`);

/** Without the slash at the end, and without what a URL may have in capitals or leave out. */
const spell = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, "");
