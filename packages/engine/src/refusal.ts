/** Why a scope item or a check was refused. Closed: the documentation and the console name every one of them. */
export const REFUSAL_REASONS = [
  "unknown_scope",
  "wrong_resource",
  "needs_own_token",
  "not_granted",
  "client_not_allowed",
  "key_ceiling",
  "condition_failed",
  "condition_missing_data",
  "user_declined",
  "not_for_this_grant",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
