import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a form can have come from a page of ours, as far as the browser says. Old browsers say nothing, and the token
 * in the form decides alone.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  // `null` is what sandboxed frames and redirects from elsewhere send (RFC 6454 §7.3): not ours.
  const isOwnOrigin = origin === undefined || origin === baseUrl;
  // `none`: the user did it, by sending the form once more from the address bar. Other subdomains are others.
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  return isOwnOrigin && isOwnSite;
}
