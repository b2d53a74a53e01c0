import type { Assignment, Membership } from "@licet/engine/entities.ts";
import { writeTime } from "@licet/engine/values/time.ts";
import type { AuditEvent, ChangeVerb } from "../../audit/events.ts";
import {
  type Actor,
  type Change,
  type EntityKind,
  entityId,
  type PrincipalName,
} from "../../state/change.ts";
import { storable } from "../audit/audit-store.ts";
import { describeChange } from "./describe-change.ts";
import type { StoredEntity } from "./find-entities-before.ts";

/** A written change. `because` is the deletion that caused it, if the caller did not request it. */
export interface Consequence {
  readonly change: Change;
  readonly because?: Change;
}

/**
 * The event of a change: created, updated or deleted, with the changed members. The event of an assignment or a
 * membership also names both sides, for readers of the audit log who may not see the members.
 */
export function eventFrom(
  { change, because }: Consequence,
  by: Actor,
  {
    revision,
    replaced,
    again,
  }: {
    readonly revision: number;
    /** The value that each change replaced or deleted. */
    readonly replaced: ReadonlyMap<Change, StoredEntity>;
    /** These changes created a principal under the name of a deleted one. */
    readonly again: ReadonlySet<Change>;
  },
): AuditEvent {
  const before = replaced.get(change);
  return {
    at: by.at,
    type: `${change.kind}.${verbOf(change, before)}`,
    actor: by.name,
    target: nameOf(change),
    ...(by.ip === undefined ? {} : { ip: by.ip }),
    ...(by.requestId === undefined ? {} : { requestId: by.requestId }),
    data: {
      revision,
      ...(because !== undefined && { because: nameOf(because) }),
      ...detailsOf(change),
      ...(change.kind === "assignment" && change.op === "put" && before && { replaced: true }),
      ...(again.has(change) && { created_again: true }),
      ...describeChange(change, before),
    },
  };
}

const verbOf = ({ op }: Change, before: StoredEntity | undefined): ChangeVerb =>
  op === "delete" ? "deleted" : before === undefined ? "created" : "updated";

/**
 * The event of a released name. Client ids, access keys and groups are targets of the events of their deletion; a
 * username is for readers of users only, so this event omits it.
 */
export const releaseEvent = ({ kind, name }: PrincipalName, hash: string, by: Actor): AuditEvent => ({
  at: by.at,
  type: "name.released",
  actor: by.name,
  target: kind === "user" ? `name:${hash}` : `${kind}:${storable(name)}`,
  data: { kind },
});

const nameOf = (change: Change): `${EntityKind}:${string}` => `${change.kind}:${entityId(change)}`;

function detailsOf({ kind, value }: Change): Readonly<Record<string, unknown>> {
  switch (kind) {
    case "assignment":
      return assignmentDetails(value);
    case "membership":
      return membershipDetails(value);
    default:
      return {};
  }
}

/** Every reader of the audit log sees these: the condition is for readers of assignments only. */
const assignmentDetails = ({ principal, role, permission, at, when, expiresAt }: Assignment) => ({
  principal: storable(principal),
  ...(role !== undefined && { role: storable(role) }),
  ...(permission !== undefined && { permission: storable(permission) }),
  ...(at !== undefined && { at: storable(at) }),
  ...(when !== undefined && { conditional: true }),
  ...(expiresAt !== undefined && { expires_at: writeTime(expiresAt) }),
});

const membershipDetails = ({ group, member }: Membership) => ({
  group: storable(group),
  member: storable(member),
});
