import type { CountedBy, Limiter } from "../../limits/limiter.ts";

/** The caller, as far as an unauthenticated request identifies it. */
export interface AnonymousCaller extends Pick<CountedBy, "ip" | "requestId"> {
  readonly limitedAddress: string | undefined;
}

/**
 * Counts a request of an unauthenticated caller that Licet has to store: one that leads to a login page, or one that a
 * public application pushes. Throws TooManyRequestsError when there were too many from this address.
 */
export type AdmitAnonymous = (caller: AnonymousCaller) => void;

export const createAdmitAnonymous =
  (limiter: Pick<Limiter, "take">): AdmitAnonymous =>
  ({ limitedAddress, ip, requestId }) => {
    if (limitedAddress === undefined) return;
    const by = { actor: `address:${limitedAddress}`, ip, requestId };
    limiter.take("anonymous_requests", limitedAddress, by);
  };
