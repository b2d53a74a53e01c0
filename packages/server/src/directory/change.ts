import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { Topic } from "../core/feed/change-feed.ts";
import { type Entities, type EntityKind, kindOf } from "./kinds/kinds.ts";
import type { PrincipalName } from "./kinds/principal-name.ts";
import { ADMINISTRATOR_ROLE } from "./own-names.ts";

export type { Entities, EntityKind } from "./kinds/kinds.ts";

/**
 * One change of a plan. The configuration file, the command line and the management API all produce a list of changes,
 * and one transaction writes the whole list or nothing.
 */
export type Change = { [K in EntityKind]: PutChange<K> | DeleteChange<K> }[EntityKind];
export interface PutChange<K extends EntityKind> {
  readonly op: "put";
  readonly kind: K;
  readonly value: Entities[K];
}
export interface DeleteChange<K extends EntityKind> {
  readonly op: "delete";
  readonly kind: K;
  /** The last known value of the deleted entity, for the change log and the caches. */
  readonly value: Entities[K];
}

/** The author of a change, for the audit log. */
export interface Actor {
  /** `application:reports`, `user:usr_…`, `cli`, `file:demo.yaml`, `setup` (the page of a setup link), `licet`. */
  readonly name: string;
  readonly ip?: string;
  readonly requestId?: string;
  /** The session in which a user sets a new password. It stays valid, and the user's other sessions end. */
  readonly sessionId?: string;
  /** The command line, a file and `licet:escalate` may create a principal under the name of a deleted one. */
  readonly mayReuseNames?: boolean;
  readonly at: EpochMilliseconds;
}

/** True when the change gives a principal the administrator's role everywhere and without a condition. */
export const appointsAdministrator = ({ op, kind, value }: Change): boolean =>
  op === "put" &&
  kind === "assignment" &&
  value.role === ADMINISTRATOR_ROLE &&
  value.at === undefined &&
  value.when === undefined;

/** The id of a changed entity, unique within its kind. */
export const entityId = ({ kind, value }: Pick<Change, "kind" | "value">): string =>
  kindOf(kind).id(value as never);

export {
  accessAccountName,
  PRINCIPAL_NAME_KINDS,
  type PrincipalName,
  type PrincipalNameKind,
} from "./kinds/principal-name.ts";

/** The names of a changed principal. Other entities have none. */
export const principalNames = ({ kind, value }: Pick<Change, "kind" | "value">): readonly PrincipalName[] =>
  kindOf(kind).names?.(value as never) ?? [];

/** The change feed topic that a change makes stale in the caches of every node. */
export const staleTopic = ({ kind, value }: Change): Topic => kindOf(kind).topic(value as never);
