export const RESPONSE_MODES = ["query", "form_post"] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/**
 * Where an answer may be sent. Made by the two functions named `resolveRedirect` alone (here, and in `logout/`), from
 * what the application registered: nothing else may ever become a `Location`.
 */
export interface TrustedRedirect {
  readonly applicationId: string;
  /** Exactly as presented. */
  readonly uri: string;
  readonly mode: ResponseMode;
  /** Byte for byte. */
  readonly state?: string;
}
