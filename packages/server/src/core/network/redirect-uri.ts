export const MAX_URI_CHARACTERS = 2048;
/** The characters of RFC 3986 §2 without `*`. Anything else a browser would quietly rewrite, and match no more. */
const URI_CHARACTERS = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()+,;=]|%[0-9A-Fa-f]{2})+$/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/;
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Finds the issue of a redirect URI, or undefined. The text is stored and compared exactly as given (RFC 9700 §2.1),
 * so a text that only looks like the same URI is refused here. Other addresses of an application obey the rules of
 * type `web`.
 */
export function checkRedirectUri(uri: string, type: string): string | undefined {
  if (uri.length > MAX_URI_CHARACTERS) return `is longer than ${MAX_URI_CHARACTERS} characters`;
  if (uri.includes("*")) return "must not contain a wildcard";
  if (!URI_CHARACTERS.test(uri)) return "contains characters that a URI must percent-encode";
  // RFC 6749 §3.1.2, OpenID Connect Back-Channel Logout §2.2
  if (uri.includes("#")) return "must not have a fragment";
  const [, scheme, rest] = SCHEME.exec(uri) ?? [];
  if (scheme === undefined || rest === undefined) return "must be an absolute URI";
  if (/^\/\/[^/?]*@/.test(rest)) return "must not have a user name or password";

  if (/^https?$/.test(scheme)) return checkWebUri(uri, scheme);
  // RFC 8252 §7.1: a private-use scheme is a domain name in reverse. The dot also keeps out javascript:, data: and
  // every other scheme that a browser gives a meaning of its own.
  if (type === "native" && scheme.includes(".")) return undefined;
  const privateUse = type === "native" ? ", or a private-use scheme with a dot such as com.example.app:" : "";
  return `must begin with https:// (http:// for this machine only${privateUse})`;
}

function checkWebUri(uri: string, scheme: string): string | undefined {
  // The URL parser would read https:example and https:/example as well.
  if (!/^https?:\/\/[^/?]/.test(uri) || !URL.canParse(uri)) return "is not a valid URL";
  const { hostname } = new URL(uri);
  // RFC 8252 §7.3 and RFC 9700 §2.6: plain http only where the request never leaves the machine.
  if (scheme === "http" && !LOOPBACK.has(hostname)) {
    return "must use https; http is for 127.0.0.1, [::1] and localhost only";
  }
  return undefined;
}
