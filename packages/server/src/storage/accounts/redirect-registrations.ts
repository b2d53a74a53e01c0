import type { RedirectRegistration } from "../../accounts/entities.ts";
import { redirectAddress } from "../../core/network/redirect-address.ts";
import type { EntitySchema } from "../schema.ts";

type Registered = Pick<
  EntitySchema["applications"],
  "type" | "redirect_uris" | "redirect_registrations" | "version" | "updated_at"
>;

export const REGISTRATION_COLUMNS = ["redirect_registrations", "version", "updated_at"] as const;

/**
 * Since when a stored application has each of its addresses. Of rows from before this was written down only the latest
 * possible time is known: that of their last change.
 */
export function registrationsFrom(row: Registered): readonly RedirectRegistration[] {
  const { version: revision, updated_at: at } = row;
  return registerRedirects(row, JSON.parse(row.redirect_registrations ?? "[]"), { revision, at });
}

/** The same for a row that is about to be written: addresses that were there keep their time, others begin now. */
export function registerRedirects(
  { type, redirect_uris }: Pick<Registered, "type" | "redirect_uris">,
  before: readonly RedirectRegistration[],
  now: { readonly revision: number; readonly at: number },
): readonly RedirectRegistration[] {
  const known = new Map(before.map((registration) => [registration.address, registration]));
  const uris: readonly string[] = JSON.parse(redirect_uris);
  const addresses = new Set(uris.map((uri) => redirectAddress(uri, type)));
  return [...addresses].map((address) => known.get(address) ?? { address, ...now });
}
