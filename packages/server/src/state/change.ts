import { isPrincipalOf } from "@licet/engine/values/principal-key.ts";
import type { EpochMilliseconds } from "@licet/engine/values/time.ts";
import type { Topic } from "../core/change-feed.ts";
import { type Entities, type EntityKind, KINDS } from "../directory/kinds/kinds.ts";
import { ADMINISTRATOR_ROLE } from "./own-names.ts";

export type { Entities, EntityKind } from "../directory/kinds/kinds.ts";

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
  KINDS[kind].id(value as never);

/**
 * A file, a token or a user refers to a principal by this name. A file may also use the display name of an application
 * or an access account. The display name of an access account is unique within its application: `reports/Laptop`.
 */
export interface PrincipalName {
  readonly kind: PrincipalNameKind;
  readonly name: string;
}
export const PRINCIPAL_NAME_KINDS = [
  "application",
  "application_name",
  "access_account",
  "access_account_name",
  "user",
  "group",
] as const;
export type PrincipalNameKind = (typeof PRINCIPAL_NAME_KINDS)[number];

/** The names of a changed principal. Other entities have none. */
export function principalNames(change: Change): readonly PrincipalName[] {
  switch (change.kind) {
    case "application":
      return [
        { kind: "application", name: change.value.id },
        { kind: "application_name", name: change.value.name },
      ];
    case "access_account": {
      const { accessKey, applicationId, name } = change.value;
      const names: readonly PrincipalName[] = [{ kind: "access_account", name: accessKey }];
      return name === undefined ? names : [...names, accessAccountName(applicationId, name)];
    }
    case "user":
      return [{ kind: "user", name: change.value.username }];
    case "group":
      return [{ kind: "group", name: change.value.name }];
    default:
      return [];
  }
}

export const accessAccountName = (applicationId: string, name: string): PrincipalName => ({
  kind: "access_account_name",
  name: `${applicationId}/${name}`,
});

/** The change feed topic that a change makes stale in the caches of every node. */
export function staleTopic(change: Change): Topic {
  switch (change.kind) {
    case "resource":
    case "permission":
    case "role":
    case "group":
      return "model";
    case "membership":
      return isPrincipalOf("group", change.value.member) ? "model" : `members:${change.value.member}`;
    case "instance":
      return "instances";
    case "assignment":
      return `assignments:${change.value.principal}`;
    case "application":
      return `client:${change.value.id}`;
    case "access_account":
      return `client:${change.value.accessKey}`;
    case "secret":
      return `client:${change.value.owner}`;
    case "user":
      return `user:${change.value.id}`;
  }
}
