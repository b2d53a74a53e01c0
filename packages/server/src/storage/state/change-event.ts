import type { Assignment, Membership } from "@licet/engine/internal/entities.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import type { AuditEvent, ChangeVerb } from "../../audit/events.ts";
import {
  type Actor,
  type Change,
  type EntityKind,
  entityId,
  type PrincipalName,
} from "../../directory/change.ts";
import { storable } from "../tables/records.ts";
import { describeChange } from "./describe-change.ts";
import { type EntitiesBefore, entityKey, type StoredEntity } from "./find-entities-before.ts";

/** A written change. `because` is the deletion that caused it, if the caller did not request it. */
export interface Consequence {
  readonly change: Change;
  readonly because?: Change;
}

interface Commit {
  readonly revision: number;
  readonly before: EntitiesBefore;
  /** These changes created a principal under the name of a deleted one. */
  readonly again: ReadonlySet<Change>;
}

/** The events of the changes, in their order. */
export function eventsFrom(
  happened: readonly Consequence[],
  by: Actor,
  commit: Commit,
): readonly AuditEvent[] {
  const replaced = followValues(happened, commit.before);
  return happened.map((each) => eventFrom(each, by, replaced.get(each.change), commit));
}

/**
 * The event of a change: created, updated or deleted, with the changed members. The event of an assignment or a
 * membership also names both sides, for readers of the audit log who may not see the members.
 */
function eventFrom(
  { change, because }: Consequence,
  by: Actor,
  before: StoredEntity | undefined,
  { revision, again }: Pick<Commit, "revision" | "again">,
): AuditEvent {
  return {
    at: by.at,
    type: `${change.kind}.${verbOf(change, before)}`,
    actor: by.name,
    target: nameOf(change),
    ...(by.ip !== undefined && { ip: by.ip }),
    ...(by.requestId !== undefined && { requestId: by.requestId }),
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

/**
 * The value that each change replaced or deleted. A change set may change an entity more than once, so the values are
 * followed in the order of the changes. A change that is absent in the result created its entity.
 */
function followValues(
  happened: readonly Consequence[],
  before: EntitiesBefore,
): ReadonlyMap<Change, StoredEntity> {
  const present = new Map(before);
  const replaced = new Map<Change, StoredEntity>();
  for (const { change, because } of happened) {
    const key = entityKey(change);
    // What a deletion took along was read when it was deleted.
    const known = because === undefined ? present.get(key) : asStored(change);
    const had = known ?? (change.op === "delete" ? asStored(change) : undefined);
    if (had !== undefined) replaced.set(change, had);
    if (change.op === "put") present.set(key, asStored(change));
    else present.delete(key);
  }
  return replaced;
}

const asStored = ({ kind, value }: Change): StoredEntity => ({ kind, value }) as StoredEntity;
