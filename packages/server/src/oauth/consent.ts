import type { EpochSeconds } from "@licet/engine/values/time.ts";
import type { RedirectRegistration } from "../accounts/entities.ts";

/** The answer of a user about one item that an application asked for. */
export interface ConsentItem {
  readonly scope: string;
  /** False: the user unticked it. It is stored as well, so that the user is not asked again each time. */
  readonly agreed: boolean;
  /** The revision of the state when the user answered. The answer covers addresses registered by then: `coversAddress`. */
  readonly revision: number;
  readonly decidedAt: EpochSeconds;
  readonly expiresAt: EpochSeconds;
}

/**
 * Whether the application had this address already when the user answered. Revisions decide and no clock, because an
 * address may be added within the same second.
 */
export const coversAddress = (item: Pick<ConsentItem, "revision">, address: RedirectRegistration): boolean =>
  address.revision <= item.revision;

/** All answers of a user to one application. */
export interface Consent {
  readonly applicationId: string;
  readonly items: readonly ConsentItem[];
}
