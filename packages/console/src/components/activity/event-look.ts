import type { IconName } from "../../ui/icons.tsx";
import type { Tone } from "../../ui/tone.ts";
import { type Difference, listDifferences } from "../changes/list-differences.ts";
import { splitEntityName } from "../entities/split-entity-name.ts";
import { type AuditEvent, listRefusals } from "./audit-event.ts";

interface EventLook {
  readonly icon: IconName;
  readonly tone: Tone;
}

const BY_TYPE: Readonly<Record<string, EventLook>> = {
  "token.issued": { icon: "tick", tone: "good" },
  "token.denied": { icon: "blocked", tone: "bad" },
  "token.replayed": { icon: "warning", tone: "bad" },
  "token.revoked": { icon: "cross", tone: "neutral" },
  "authorization.granted": { icon: "tick", tone: "good" },
  "authorization.denied": { icon: "blocked", tone: "bad" },
  "user.signed_in": { icon: "person", tone: "good" },
  "user.sign_in_failed": { icon: "blocked", tone: "bad" },
  "user.password_change_failed": { icon: "lock", tone: "warning" },
  "user.password_changed": { icon: "lock", tone: "neutral" },
  "user.password_reset": { icon: "lock", tone: "neutral" },
  "user.password_reset_issued": { icon: "lock", tone: "neutral" },
  "user.unlocked": { icon: "lock", tone: "neutral" },
  "limit.reached": { icon: "blocked", tone: "warning" },
  "user.signed_out": { icon: "signOut", tone: "neutral" },
  "session.ended": { icon: "signOut", tone: "neutral" },
  "consent.withdrawn": { icon: "undo", tone: "neutral" },
  "api.denied": { icon: "blocked", tone: "bad" },
  "snapshot.read": { icon: "copy", tone: "info" },
  "backup.started": { icon: "copy", tone: "info" },
  "backup.restored": { icon: "undo", tone: "warning" },
  "changes.followed": { icon: "copy", tone: "neutral" },
  "key.rotated": { icon: "key", tone: "info" },
  "key.revoked": { icon: "key", tone: "warning" },
  "key.rewrapped": { icon: "lock", tone: "info" },
  "clock.accepted": { icon: "warning", tone: "warning" },
  "audit.erased": { icon: "trash", tone: "neutral" },
  "logout.delivered": { icon: "signOut", tone: "neutral" },
  "logout.given_up": { icon: "warning", tone: "warning" },
};

/** The icons for changes of stored objects, by kind. */
const BY_KIND: Readonly<Record<string, IconName>> = {
  resource: "resource",
  instance: "resource",
  permission: "access",
  role: "role",
  group: "group",
  membership: "group",
  assignment: "assignment",
  application: "application",
  access_account: "key",
  secret: "key",
  user: "person",
  logo: "application",
};

export function getEventLook(event: AuditEvent): EventLook {
  const known = BY_TYPE[event.type];
  if (known)
    return known.tone === "good" && listRefusals(event).length > 0
      ? { icon: "warning", tone: "warning" }
      : known;
  const kind = event.type.slice(0, event.type.indexOf("."));
  const icon = BY_KIND[kind] ?? "activity";
  return event.type.endsWith(".deleted") ? { icon: "trash", tone: "neutral" } : { icon, tone: "info" };
}

/** The kind and the verb of a change (`role` and `updated` of `role.updated`); undefined for other events. */
export function findChange({
  type,
}: AuditEvent): { readonly kind: string; readonly verb: "created" | "updated" | "deleted" } | undefined {
  const [, kind, verb] = /^(\w+)\.(created|updated|deleted)$/.exec(type) ?? [];
  if (kind === undefined) return undefined;
  return { kind, verb: verb === "created" || verb === "deleted" ? verb : "updated" };
}

export const findCause = ({ data }: AuditEvent): string | undefined =>
  typeof data?.because === "string" ? splitEntityName(data.because).id : undefined;

/** The differences of an update that the sentence tells; none where the user may not see them. */
export const findDifferences = (event: AuditEvent): readonly Difference[] =>
  findChange(event)?.verb === "updated" ? listDifferences(event.data?.changes ?? {}) : [];
