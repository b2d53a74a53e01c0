import type { RefusalReason } from "@licet/engine/internal/refusal.ts";
import type { ErrorText } from "./error-text.ts";

export const REFUSAL_TEXTS: Readonly<Record<RefusalReason, ErrorText>> = {
  unknown_scope: {
    meaning: "The catalogue has no such permission",
    remedy: "Check the spelling; declare the resource's action or the permission",
  },
  wrong_resource: {
    meaning: "The permission does not belong to the `resource` that was requested",
    remedy: "Leave `resource` out, or ask for that resource's permissions",
  },
  needs_own_token: {
    meaning:
      "A permission of Licet's own API was requested together with others, and shares no token with them",
    remedy: "Request it in a token of its own: with `resource={issuer}/api/v1`, or without the other scopes",
  },
  not_granted: { meaning: "No assignment gives it", remedy: "Assign a role or the permission" },
  client_not_allowed: {
    meaning: "The application may not ask for it on behalf of users",
    remedy: "Add it to `delegated`",
  },
  key_ceiling: {
    meaning: "The application holds it, but the access account's ceiling leaves it out",
    remedy: "Widen the ceiling, or use another key",
  },
  condition_failed: {
    meaning: "An assignment or a grant would give it, but its condition is not true",
    remedy: "Look at the condition and at the context of the request",
  },
  condition_missing_data: {
    meaning: "A condition needs data that this request does not have, or it failed",
    remedy: "Provide the data, or guard the expression with `has()`",
  },
  user_declined: {
    meaning: "The user did not agree to it",
    remedy: "Ask again with `prompt=consent`, and say what it is for",
  },
  not_for_this_grant: {
    meaning: "The item makes no sense here: `openid` without a user, say",
    remedy: "Leave it out",
  },
};
