import { isDeepStrictEqual } from "node:util";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import type { ChangedMember } from "../../audit/events.ts";
import type { Change } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { StoredEntity } from "./find-entities-before.ts";
import { type ShortenedChanges, shortenChanges } from "./shorten-changes.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * The changed members, with the names of the API: `before` and `after` of an update, `after` of a creation, `before`
 * of a deletion. A password or a secret is never in it, nor anything that could verify a guess; it says that it changed.
 */
export function describeChange(change: Change, before: StoredEntity | undefined): ShortenedChanges {
  const has = change.op === "delete" ? {} : membersOf(change);
  const changes = before === undefined ? createdMembers(has) : changedMembers(membersOf(before), has);
  const hidden = change.op === "put" ? changedSecret(change, before) : undefined;
  if (hidden !== undefined) changes[hidden] = { changed: true };
  return shortenChanges(changes);
}

/** Nothing to compare with: a bulk write creates a million entities. */
function createdMembers(has: Members): Record<string, ChangedMember> {
  const changes: Record<string, ChangedMember> = {};
  for (const name in has) changes[name] = { after: has[name] };
  return changes;
}

function changedMembers(had: Members, has: Members): Record<string, ChangedMember> {
  const changes: Record<string, ChangedMember> = {};
  for (const name of new Set([...Object.keys(had), ...Object.keys(has)])) {
    if (isDeepStrictEqual(had[name], has[name])) continue;
    changes[name] = {
      ...(Object.hasOwn(had, name) && { before: had[name] }),
      ...(Object.hasOwn(has, name) && { after: has[name] }),
    };
  }
  return changes;
}

function membersOf({ kind, value }: StoredEntity): Members {
  // The hint of a secret is part of the secret, and the time of its last use is not a change.
  if (kind === "secret")
    return {
      owner: value.owner,
      ...(value.expiresAt !== undefined && { expires_at: writeTime(value.expiresAt) }),
    };
  return kindOf(kind).members(value as never);
}

/** The name of the secret member that a change sets, replaces or removes. */
function changedSecret(change: Change, before: StoredEntity | undefined): "password" | "secret" | undefined {
  const [had, has] = [hashOf(before), hashOf(change as StoredEntity)];
  if (had === has) return undefined;
  return change.kind === "secret" ? "secret" : "password";
}

function hashOf(stored: StoredEntity | undefined): string | undefined {
  if (stored?.kind === "secret") return stored.value.hash;
  return stored?.kind === "user" ? stored.value.passwordHash : undefined;
}
