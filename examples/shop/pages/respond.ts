/** Responds with a page. Its headers forbid scripts, inline styles, frames and caching. */
export function respondWithPage(
  html: string,
  { status = 200, formTargets = [] }: { readonly status?: number; readonly formTargets?: readonly string[] },
): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": [
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        `form-action ${["'self'", ...formTargets.map(formActionSource)].join(" ")}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join("; "),
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      // With `no-referrer`, browsers would send `Origin: null` with the forms of the shop (Fetch §3.2).
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "cache-control": "no-store",
    },
  });
}

/**
 * Chromium applies `form-action` also to the redirect after a form, so the list contains the issuer. The CSP grammar
 * has no form for hosts like `[::1]` (CSP §2.3.1), so the list contains their scheme.
 */
const formActionSource = (address: string): string => {
  const { origin, protocol } = new URL(address);
  return /^https?:\/\/[a-z0-9._-]+(:\d{1,5})?$/.test(origin) ? origin : protocol;
};

export function redirectTo(
  location: string,
  { status = 303, cookie }: { readonly status?: 303 | 307; readonly cookie?: string } = {},
): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  if (location.startsWith("/")) headers.set("cross-origin-opener-policy", "same-origin");
  if (cookie !== undefined) headers.set("set-cookie", cookie);
  return new Response(null, { status, headers });
}
