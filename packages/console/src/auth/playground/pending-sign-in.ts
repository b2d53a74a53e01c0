import type { SignInRequest } from "./sign-in-request.ts";

/** The state of a sign-in that runs in another tab. It holds no token and no secret, and ends with this tab. */
export interface PendingSignIn {
  readonly state: string;
  /** RFC 7636: the proof that belongs to the code. */
  readonly verifier: string;
  readonly request: SignInRequest;
  readonly startedAt: number;
}

const STORAGE_KEY = "licet-console-playground";
/** Longer than any user needs at the pages of the sign-in. */
const LIFETIME_MILLISECONDS = 30 * 60_000;

export const pendingSignIn = {
  store: (pending: PendingSignIn): void => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending)),
  find(): PendingSignIn | undefined {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    return stored === null ? undefined : (JSON.parse(stored) as PendingSignIn);
  },
  /** Ends the wait for the sign-in: its response is not accepted any more. */
  discard: (): void => sessionStorage.removeItem(STORAGE_KEY),
};

export type SignInResponse =
  | { readonly kind: "code"; readonly code: string; readonly pending: PendingSignIn }
  | { readonly kind: "refused"; readonly error: string; readonly description: string }
  | { readonly kind: "expired" };

/**
 * Reads an authorization response. Undefined if it does not belong to the sign-in that this tab waits for (RFC 9700
 * §4.7) or comes from another issuer (RFC 9207 §2.4). A state works once.
 */
export function redeemPendingSignIn(query: URLSearchParams, now: number): SignInResponse | undefined {
  const pending = pendingSignIn.find();
  if (!pending || query.get("state") !== pending.state || query.get("iss") !== location.origin)
    return undefined;
  pendingSignIn.discard();
  if (now - pending.startedAt > LIFETIME_MILLISECONDS) return { kind: "expired" };
  const error = query.get("error");
  if (error !== null) return { kind: "refused", error, description: query.get("error_description") ?? "" };
  return { kind: "code", code: query.get("code") ?? "", pending };
}
