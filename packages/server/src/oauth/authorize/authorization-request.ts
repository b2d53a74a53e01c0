import type { ClaimsRequest } from "./claims-request.ts";
import type { TrustedRedirect } from "./trusted-redirect.ts";

export const PROMPTS = ["none", "login", "consent", "select_account"] as const;
export type Prompt = (typeof PROMPTS)[number];

/** An authorization request that was checked once (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1). Stored as plain data. */
export interface AuthorizationRequest {
  readonly redirect: TrustedRedirect;
  /** As asked. Empty when resources alone were named: everything that the application may request there. */
  readonly scope: string;
  readonly resources: readonly string[];
  readonly nonce?: string;
  readonly codeChallenge?: string;
  readonly prompts: readonly Prompt[];
  readonly maxAgeSeconds?: number;
  readonly loginHint?: string;
  /** The user that a valid `id_token_hint` names. */
  readonly hintedUserId?: string;
  /** Best first. */
  readonly uiLocales: readonly string[];
  readonly claims?: ClaimsRequest;
  /** RFC 9126: the pushed request that it came from, spent when a code is issued. */
  readonly pushedId?: string;
}
