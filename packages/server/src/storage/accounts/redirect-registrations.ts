import type { RedirectRegistration } from "../../accounts/entities.ts";
import { redirectAddress } from "../../core/network/redirect-address.ts";
import type { EntitySchema } from "../tables/schema.ts";

/** The time since which a stored application has each of its addresses. */
export const registrationsFrom = (
  row: Pick<EntitySchema["applications"], "redirect_registrations">,
): readonly RedirectRegistration[] => JSON.parse(row.redirect_registrations);

/** The times for a row that is about to be written: existing addresses keep their time, others start now. */
export function registerRedirects(
  { type, redirect_uris }: Pick<EntitySchema["applications"], "type" | "redirect_uris">,
  before: readonly RedirectRegistration[],
  now: { readonly revision: number; readonly at: number },
): readonly RedirectRegistration[] {
  const known = new Map(before.map((registration) => [registration.address, registration]));
  const uris: readonly string[] = JSON.parse(redirect_uris);
  const addresses = new Set(uris.map((uri) => redirectAddress(uri, type)));
  return [...addresses].map((address) => known.get(address) ?? { address, ...now });
}
