import type { BearerError } from "../../oauth/tokens/verify-bearer.ts";

/** RFC 6750 §3: without a token, nothing is said about why. */
export function bearerChallenge({ code, requiredScope }: BearerError): string {
  const scope = requiredScope === undefined ? "" : `, scope="${requiredScope}"`;
  return `Bearer realm="licet"${code === undefined ? "" : `, error="${code}"${scope}`}`;
}
