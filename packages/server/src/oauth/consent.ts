import type { RedirectRegistration } from "../accounts/entities.ts";
import type { EpochSeconds } from "../core/time.ts";

/** The answer of a user about one item that an application asked for. */
export interface ConsentItem {
  readonly scope: string;
  /** False: the user unticked it. It is stored as well, so that the user is not asked again each time. */
  readonly agreed: boolean;
  /** Of the state, when it was said: it counts for addresses that were registered by then, see `coversAddress`. */
  readonly revision: number;
  readonly decidedAt: EpochSeconds;
  readonly expiresAt: EpochSeconds;
}

/**
 * Whether something was said when this was an address of the application already. Revisions and no clock: an address
 * that is added within the same second is later.
 */
export const coversAddress = (item: Pick<ConsentItem, "revision">, address: RedirectRegistration): boolean =>
  address.revision <= item.revision;

/** All answers of a user to one application. */
export interface Consent {
  readonly applicationId: string;
  readonly items: readonly ConsentItem[];
}
