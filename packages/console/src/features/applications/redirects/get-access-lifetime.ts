/**
 * Returns how long the access lasts that the consent page offers: the refresh tokens with `offline_access`, else the
 * access token. Without the lifetimes of this server, the defaults of the settings apply.
 */
export function getAccessLifetime(
  scopes: readonly string[],
  lifetimes: Readonly<Record<string, number>> = {},
): { readonly seconds: number; readonly whileAway: boolean } {
  const { access_token_seconds = 600, refresh_seconds = 7_776_000 } = lifetimes;
  const whileAway = scopes.includes("offline_access");
  return { seconds: whileAway ? refresh_seconds : access_token_seconds, whileAway };
}
