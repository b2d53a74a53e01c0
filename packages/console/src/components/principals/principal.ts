import type { IconName } from "../../ui/icons.tsx";
import type { Place } from "../../ui/place.ts";
import { findEntityPlace } from "../kinds/pages.ts";

export const PRINCIPAL_TYPES = ["user", "group", "application", "access_account"] as const;
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];

interface Principal {
  readonly type: PrincipalType;
  readonly id: string;
}

/** The principal for every signed-in user. */
export const EVERY_USER = "user:*";

export const PRINCIPAL_ICONS: Record<PrincipalType, IconName> = {
  user: "person",
  group: "group",
  application: "application",
  access_account: "key",
};

/** Splits `user:usr_…` into its type and id; undefined for other texts. */
export function findPrincipal(text: string): Principal | undefined {
  const [, start, id] = /^(\w+):(.+)$/.exec(text) ?? [];
  const type = PRINCIPAL_TYPES.find((known) => known === start);
  return type === undefined || id === undefined ? undefined : { type, id };
}

/** Finds the page of the principal, if it has one. */
export function findPrincipalPlace(text: string): Place | undefined {
  const principal = findPrincipal(text);
  if (!principal || text === EVERY_USER) return undefined;
  return findEntityPlace(principal.type, principal.id);
}
