import type { RecordedType } from "../../../packages/server/src/audit/event-types.ts";
import type { EntityKind } from "../../../packages/server/src/directory/change.ts";

export interface EventText {
  readonly meaning: string;
  /** Where it is not the actor. */
  readonly target?: string;
  /** The members of `data`. */
  readonly data?: readonly string[];
}

const USER = "`user:ID`";
const SESSION = "`session:ID`";
const APPLICATION = "`application:CLIENT_ID`";

export const EVENT_TEXTS: Readonly<Record<RecordedType, EventText>> = {
  "token.issued": {
    meaning: "A client got an access token. `refused` has the reason of each refused scope",
    data: ["grant_type", "sub", "jti", "scope", "refused?", "expires_in", "revision"],
  },
  "token.denied": {
    meaning:
      "The token endpoint refused a request. Failures of unauthenticated callers are [sampled](../operations.md#logs)",
    data: ["error", "description?", "method?", "count?"],
  },
  "token.replayed": {
    meaning:
      "A code or a refresh token (`kind`) was presented again after its use, and its delegation was ended. [What to do](../operations.md#logs)",
    data: ["kind", "sub", "delegation", "method"],
  },
  "token.revoked": { meaning: "A client revoked a token of its own", data: ["jti"] },
  "authorization.granted": {
    meaning: "A user let an application act for them",
    target: APPLICATION,
    data: ["delegation", "scope", "refused?", "revision"],
  },
  "authorization.denied": {
    meaning: "The authorization endpoint sent an error to an application, also because the user declined",
    target: APPLICATION,
    data: ["error", "description?", "count?"],
  },
  "api.denied": {
    meaning:
      "A call was refused with 403: `lacking` are the missing permissions, `tried` what a change would have given away",
    data: ["method", "path", "lacking", "tried?"],
  },
  "limit.reached": {
    meaning: "A [limit](../operations.md#limits) was used up. There is one event for each series of refusals",
    data: ["limit", "most", "window_seconds?"],
  },
  "user.signed_in": { meaning: "A user signed in", target: SESSION, data: ["amr"] },
  "user.sign_in_failed": {
    meaning:
      "A sign-in failed. `account` is a keyed hash of the typed name. Such failures are [sampled](../operations.md#logs)",
    data: ["reason", "account?", "count?"],
  },
  "user.signed_out": { meaning: "All sessions of a user were ended by the API", target: USER },
  "user.unlocked": { meaning: "The count of wrong passwords of a user was reset", target: USER },
  "user.password_changed": { meaning: "A user changed their password" },
  "user.password_change_failed": {
    meaning: "A user could not change their password",
    data: ["reason"],
  },
  "user.password_reset_issued": {
    meaning: "A link for a new password was made for a user",
    target: USER,
    data: ["expires_at"],
  },
  "user.password_reset": { meaning: "A user set a new password with such a link" },
  "session.ended": {
    meaning: "A session ended before its time. `user` is there when another than the user ended it",
    target: SESSION,
    data: ["reason", "user?"],
  },
  "consent.withdrawn": {
    meaning: "The consents of a user for an application, or for one scope of it, were withdrawn",
    target: APPLICATION,
    data: ["user?", "scope?"],
  },
  "logout.delivered": {
    meaning: "An application was notified that a user signed out",
    target: APPLICATION,
    data: ["session", "attempts"],
  },
  "logout.given_up": {
    meaning: "An application could not be notified that a user signed out",
    target: APPLICATION,
    data: ["session", "attempts", "reason"],
  },
  "key.rotated": {
    meaning:
      "A new signing key was asked for. `added` is false when another node made one at the same moment",
    target: "`key:KID`",
    data: ["added"],
  },
  "key.revoked": {
    meaning: "A signing key was removed at once",
    target: "`key:KID`",
    data: ["algorithm", "successor?"],
  },
  "key.rewrapped": {
    meaning: "The root keys were sealed under another value of `LICET_SECRET`",
    data: ["root_keys", "secret_id", "previous_secret_ids"],
  },
  "name.released": {
    meaning: "The name of a deleted principal was freed. A username stands in the target as a hash",
    target: "`KIND:NAME` or `name:HASH`",
    data: ["kind"],
  },
  "audit.erased": {
    meaning: "The values of an object were removed from the audit log",
    target: "`KIND:ID`",
    data: ["events"],
  },
  "clock.accepted": {
    meaning: "A time before the latest one that servers had seen was accepted",
    data: ["from", "to"],
  },
  "backup.started": { meaning: "A backup began. The event is stored before the first byte is copied" },
  "backup.restored": {
    meaning: "The database was restored from a backup. `ended` counts what ended with it",
    data: ["created_at", "version", "from_revision", "to_revision", "end_access_tokens", "ended"],
  },
  "snapshot.read": {
    meaning: "A client copied the data for local checks. The event is stored before the first line is sent",
    data: ["revision", "resources?", "usernames", "reads"],
  },
  "changes.followed": {
    meaning: "A client keeps such a copy current",
    data: ["after", "resources?", "usernames", "reads"],
  },
};

/** What is changed by the API, a file or a command, with its target. */
export const CHANGED_KINDS: Readonly<Record<EntityKind | "logo", string>> = {
  resource: "`resource:NAME`",
  permission: "`permission:NAME`",
  role: "`role:NAME`",
  group: "`group:NAME`",
  membership: "`membership:GROUP/MEMBER`",
  instance: "`instance:RESOURCE/ID`",
  assignment: "`assignment:ID`",
  application: APPLICATION,
  access_account: "`access_account:ACCESS_KEY`",
  secret: "`secret:ID`",
  user: USER,
  logo: `${APPLICATION}, whose logo it is`,
};
