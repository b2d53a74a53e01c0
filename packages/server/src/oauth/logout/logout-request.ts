import type { TrustedRedirect } from "../authorize/trusted-redirect.ts";

/** OpenID Connect RP-Initiated Logout §2, checked: nothing in it is taken on trust. */
export interface LogoutRequest {
  readonly applicationId?: string;
  readonly redirect?: TrustedRedirect;
  /** The session that an ID token of ours names: in that session the user need not be asked. */
  readonly hinted?: { readonly sessionId: string; readonly userId: string };
  readonly uiLocales?: readonly string[];
}
