import { type Change, entityId, type PrincipalName, principalNames } from "../../state/change.ts";
import { type EntitiesBefore, entityKey } from "./find-entities-before.ts";

/** The names of a principal before a change set. */
export interface PrincipalBefore {
  readonly names: readonly PrincipalName[];
  /** The email address of a user. */
  readonly email?: string | null;
}

/** Keyed by `entityKey`. A principal that is absent is new. */
export type PrincipalsBefore = ReadonlyMap<string, PrincipalBefore>;

const PRINCIPAL_KINDS = ["application", "access_account", "user", "group"] as const;
type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];
const isPrincipalKind = (kind: string): boolean => PRINCIPAL_KINDS.some((known) => known === kind);

/** Finds the principals among the stored entities of a change set. */
export function findPrincipalsBefore(before: EntitiesBefore): PrincipalsBefore {
  const found = new Map<string, PrincipalBefore>();
  for (const [key, stored] of before) {
    if (!isPrincipalKind(stored.kind)) continue;
    found.set(key, {
      names: principalNames({ op: "put", ...stored } as Change),
      ...(stored.kind === "user" && { email: stored.value.email ?? null }),
    });
  }
  return found;
}

/** The principals of a kind that a change set creates, by their ids. */
export const createdIds = (
  kind: PrincipalKind,
  changes: readonly Change[],
  before: PrincipalsBefore,
): readonly string[] => [
  ...new Set(
    changes
      .filter((change) => change.op === "put" && change.kind === kind && !before.has(entityKey(change)))
      .map(entityId),
  ),
];
