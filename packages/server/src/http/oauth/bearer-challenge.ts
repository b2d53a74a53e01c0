import type { BearerError } from "../../oauth/tokens/verify-bearer.ts";

/** RFC 6750 §3.1: a request without a token gets no error code. */
export function bearerChallenge({ code, requiredScope }: BearerError): string {
  const scope = requiredScope === undefined ? "" : `, scope="${requiredScope}"`;
  return `Bearer realm="licet"${code === undefined ? "" : `, error="${code}"${scope}`}`;
}
