import { parseScopeItem } from "@licet/engine/internal/values/scope.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
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

/**
 * What the user said about this item; else, that the user agreed to the same at every instance. Who declined that did
 * not speak about this one, and who declined this one is not overruled by the wider answer.
 */
export function findAnswer(
  answers: ReadonlyMap<string, ConsentItem>,
  scope: string,
): ConsentItem | undefined {
  const answer = answers.get(scope);
  if (answer) return answer;
  const wider = answers.get(findWiderScope(scope) ?? "");
  return wider?.agreed ? wider : undefined;
}

/**
 * The item that says the same about every instance: `orders:write` for `orders:eu:write`. A user who agreed to it has
 * agreed to more than this one asks for. Undefined for an item that is not limited to an instance.
 */
function findWiderScope(scope: string): string | undefined {
  const item = parseScopeItem(scope);
  return item.kind === "permission" && item.instance !== undefined ? item.permission : undefined;
}

/** All answers of a user to one application. */
export interface Consent {
  readonly applicationId: string;
  readonly items: readonly ConsentItem[];
}
