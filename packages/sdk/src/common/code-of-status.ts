import type { LicetErrorCode } from "./licet-error.ts";

/** What a status of Licet means that is not the one that was asked for: 429 and 5xx pass, other refusals stay. */
export function codeOfStatus(status: number): LicetErrorCode {
  if (status === 429 || status >= 500) return "unavailable";
  return status >= 400 ? "request_refused" : "invalid_response";
}
