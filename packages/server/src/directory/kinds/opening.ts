import { isDeepStrictEqual } from "node:util";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";

/**
 * Whether a change of a field lets another party in. The guards ask for every field, so that none is forgotten.
 *
 * - `itself`: another party could act as the application or access account.
 * - `for_users`: codes or tokens of users could reach another party, or users are asked for less consent.
 */
export type Opening<V> =
  | {
      readonly as: "itself" | "for_users";
      when(after: V, before: V, changed: { readonly after: never; readonly before: never }): boolean;
    }
  | Never;

/** No change of the field lets anybody in, for this reason. */
export interface Never {
  readonly never: string;
}

export const never = (reason: string): Never => ({ never: reason });

type As = "itself" | "for_users";

export const whenChanged = (as: As) => ({
  as,
  when: (after: unknown, before: unknown) => !isDeepStrictEqual(after, before),
});
export const whenTurnedOn = (as: As) => ({ as, when: (after: boolean, before: boolean) => after && !before });
export const whenTurnedOff = (as: As) => ({
  as,
  when: (after: boolean, before: boolean) => !after && before,
});

export const lastsLonger = (one: EpochSeconds | undefined, other: EpochSeconds | undefined): boolean =>
  (one ?? Number.POSITIVE_INFINITY) > (other ?? Number.POSITIVE_INFINITY);
export const whenLonger = { as: "itself", when: lastsLonger } as const;

/** The reasons of fields of several kinds. */
export const GRANTS = never("what it grants is compared: find-granted-permissions.ts");
export const NAMES = never("another one is another entity");
export const SHOWN = never("it is shown to users, and decides nothing");
export const READ_BY_CONDITIONS = never(
  "permissions whose conditions read it are compared: find-granted-permissions.ts",
);
