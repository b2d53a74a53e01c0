import { parseWebUrl } from "./web-url.ts";

export interface PageHeaderOptions {
  /** See `formActionSource`: where the answer to a form may lead beside this server. */
  readonly formActions?: readonly string[];
  /** The URL of the brand's logo, when it is on another server. */
  readonly imageUrl?: string | undefined;
  /** Only the form_post page and pages with passwords have a script. */
  readonly scriptNonce?: string;
  /**
   * `same-origin` (the default) sends nothing to other servers, like `no-referrer`, but keeps the `Origin` of our own
   * forms: under `no-referrer` browsers send `Origin: null` (Fetch §3.2), which we refuse. `strict-origin` is for pages
   * with a secret in their URL: it keeps the `Origin` as well, and sends the rest to no server, not even to us.
   */
  readonly referrerPolicy?: "same-origin" | "no-referrer" | "strict-origin";
}

/** The headers of every HTML answer: no script but one of our own, no inline style, no frame, no cache. */
export function pageHeaders(options: PageHeaderOptions = {}): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(options),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": options.referrerPolicy ?? "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
  };
}

function contentSecurityPolicy({ formActions = [], imageUrl, scriptNonce }: PageHeaderOptions): string {
  const image = imageUrl?.startsWith("https:") ? formActionSource(imageUrl) : undefined;
  return [
    "default-src 'none'",
    "style-src 'self'",
    `img-src ${["'self'", ...(image ? [image] : [])].join(" ")}`,
    `form-action ${["'self'", ...formActions.map(checkedSource)].join(" ")}`,
    ...(scriptNonce === undefined ? [] : [`script-src 'nonce-${checkedNonce(scriptNonce)}'`]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

const HOST_SOURCE = /^https?:\/\/[a-z0-9._-]+(:\d{1,5})?$/;
const SCHEME_SOURCE = /^[a-z][a-z0-9+.-]*:$/;

/**
 * The form of a redirect URI in `form-action` (CSP §2.3.1). Chromium applies it to the redirect after a form, too.
 * Hosts that the grammar does not have, like `[::1]`, and private-use schemes (RFC 8252 §7.1) are named by their
 * scheme.
 */
export function formActionSource(redirectUri: string): string {
  const web = parseWebUrl(redirectUri);
  if (web && HOST_SOURCE.test(web.origin)) return web.origin;
  return new URL(redirectUri).protocol;
}

/** A header is built here: nothing that could begin another directive. */
function checkedSource(source: string): string {
  if (HOST_SOURCE.test(source) || SCHEME_SOURCE.test(source)) return source;
  throw new TypeError("a form-action source must be an origin or a scheme");
}

function checkedNonce(nonce: string): string {
  if (/^[A-Za-z0-9_-]{16,}$/.test(nonce)) return nonce;
  throw new TypeError("a nonce must be at least 16 characters of base64url");
}
