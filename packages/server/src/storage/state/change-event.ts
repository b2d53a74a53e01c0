import type { AuditEvent } from "../../audit/events.ts";
import { writeTime } from "../../core/time.ts";
import type { Assignment, Membership } from "../../permissions/entities.ts";
import {
  type Actor,
  type Change,
  type EntityKind,
  entityId,
  type PrincipalName,
} from "../../state/change.ts";
import { storable } from "../audit/audit-store.ts";

/** A written change. `because` is the deletion that caused it, if the caller did not request it. */
export interface Consequence {
  readonly change: Change;
  readonly because?: Change;
}

/** How the type of an event names a change. `saved` is a creation or a replacement. */
const PAST_TENSE = { put: "saved", delete: "deleted" } as const;

/**
 * The event of a change. It has identifiers only: a value may contain hashes, which must not be in the audit log. The
 * event of an assignment or a membership names both sides, since they cannot be read after its deletion.
 */
export const eventFrom = (
  { change, because }: Consequence,
  by: Actor,
  {
    revision,
    replaced,
    again,
  }: {
    readonly revision: number;
    readonly replaced: ReadonlySet<string>;
    /** These changes created a principal under the name of a deleted one. */
    readonly again: ReadonlySet<Change>;
  },
): AuditEvent => ({
  at: by.at,
  type: `${change.kind}.${PAST_TENSE[change.op]}`,
  actor: by.name,
  target: nameOf(change),
  ...(by.ip === undefined ? {} : { ip: by.ip }),
  ...(by.requestId === undefined ? {} : { requestId: by.requestId }),
  data: {
    revision,
    ...(because !== undefined && { because: nameOf(because) }),
    ...detailsOf(change),
    ...(isReplacement(change, replaced) && { replaced: true }),
    ...(again.has(change) && { created_again: true }),
  },
});

/**
 * The event of a released name. Client ids, access keys and groups are in the events of their deletion; a username is
 * in no event, so this event omits it too.
 */
export const releaseEvent = ({ kind, name }: PrincipalName, hash: string, by: Actor): AuditEvent => ({
  at: by.at,
  type: "name.released",
  actor: by.name,
  target: kind === "user" ? `name:${hash}` : `${kind}:${storable(name)}`,
  data: { kind },
});

const nameOf = (change: Change): `${EntityKind}:${string}` => `${change.kind}:${entityId(change)}`;

const isReplacement = (change: Change, replaced: ReadonlySet<string>): boolean =>
  change.op === "put" && change.kind === "assignment" && replaced.has(change.value.id);

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

/**
 * Omits the condition, which may be long and contain data that only readers of assignments may see; records that there
 * is one.
 */
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
