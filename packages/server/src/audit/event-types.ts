/** The types of all events but those of changed entities. The reference explains each of them. */
export const RECORDED_TYPES = [
  "token.issued",
  "token.denied",
  "token.replayed",
  "token.revoked",
  "authorization.granted",
  "authorization.denied",
  "api.denied",
  "limit.reached",
  "user.signed_in",
  "user.sign_in_failed",
  "user.signed_out",
  "user.unlocked",
  "user.password_changed",
  "user.password_change_failed",
  "user.password_reset_issued",
  "user.password_reset",
  "session.ended",
  "consent.withdrawn",
  "logout.delivered",
  "logout.given_up",
  "key.rotated",
  "key.revoked",
  "key.rewrapped",
  "name.released",
  "audit.erased",
  "clock.accepted",
  "backup.started",
  "backup.restored",
  "snapshot.read",
  "changes.followed",
] as const;
export type RecordedType = (typeof RECORDED_TYPES)[number];

/** What can happen to an entity: `role.created`. */
export const CHANGE_VERBS = ["created", "updated", "deleted"] as const;
export type ChangeVerb = (typeof CHANGE_VERBS)[number];

/** The object and what happened to it, in the past tense. */
export type AuditEventType = RecordedType | `${string}.${ChangeVerb}`;
