/** All codes of errors of the SDK. The README says what each means. */
export const LICET_ERROR_CODES = [
  "invalid_usage",
  "token_refused",
  "request_refused",
  "missing_permission",
  "wrong_issuer",
  "unavailable",
  "invalid_response",
  "limit_exceeded",
  "forbidden_origin",
  "redirect_refused",
  "closed",
] as const;

export type LicetErrorCode = (typeof LICET_ERROR_CODES)[number];

/** The base of all errors of the SDK. Its message is for readers, its code for programs. */
export class LicetError extends Error {
  override readonly name: string = "LicetError";
  readonly code: LicetErrorCode;

  constructor(code: LicetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
