import { isDeepStrictEqual } from "node:util";
import type { EpochSeconds } from "@licet/engine/values/time.ts";
import type { AccessAccount, Application, Secret } from "../../accounts/entities.ts";
import { redirectAddress } from "../../core/network/redirect-address.ts";

/** Changes that let another party act as an application or access account. */

export const opensSecret = (after: Secret, before: Secret | undefined): boolean =>
  before?.hash !== after.hash || lastsLonger(after.expiresAt, before.expiresAt);

export const opensAccount = (after: AccessAccount, before: AccessAccount | undefined): boolean =>
  !before ||
  (after.enabled && !before.enabled) ||
  lastsLonger(after.expiresAt, before.expiresAt) ||
  before.applicationId !== after.applicationId ||
  isRaised(after.ceiling, before.ceiling);

const isRaised = (after: readonly string[] | undefined, before: readonly string[] | undefined): boolean =>
  before !== undefined && (after === undefined || after.some((pattern) => !before.includes(pattern)));

/** True when the application's credentials other than secrets change, or their use becomes easier. */
export const opensCredentials = (after: Application, before: Application): boolean =>
  (after.enabled && !before.enabled) ||
  after.authenticationMethod !== before.authenticationMethod ||
  after.clientAssertionMaxLifetimeSeconds > before.clientAssertionMaxLifetimeSeconds ||
  !isDeepStrictEqual(after.jwks, before.jwks);

/** True when codes could go to a new redirect URI. The free port of a native application does not count. */
export function addsRedirectUri(after: Application, before: Application): boolean {
  const known = new Set(before.redirectUris.map((uri) => redirectAddress(uri, before.type)));
  return after.redirectUris.some((uri) => !known.has(redirectAddress(uri, after.type)));
}

/** True when codes or tokens of users could reach another party, or users are asked for less consent. */
export const opensDelegation = (after: Application, before: Application): boolean =>
  opensCredentials(after, before) ||
  after.type !== before.type ||
  addsRedirectUri(after, before) ||
  (after.firstParty && !before.firstParty) ||
  (!after.requirePkce && before.requirePkce) ||
  (!after.requirePushedRequests && before.requirePushedRequests) ||
  (!after.requireSignedRequestObject && before.requireSignedRequestObject) ||
  after.delegated.some(({ scope, consent }) => {
    const known = before.delegated.find((other) => other.scope === scope);
    return !known || (consent === "implicit" && known.consent !== "implicit");
  });

export const lastsLonger = (one: EpochSeconds | undefined, other: EpochSeconds | undefined): boolean =>
  (one ?? Number.POSITIVE_INFINITY) > (other ?? Number.POSITIVE_INFINITY);
