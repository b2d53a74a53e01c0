import type { CONFLICTS } from "../../../../packages/server/src/core/errors/conflict.ts";

type ConflictCode = keyof typeof CONFLICTS;

export const CONFLICT_TEXTS: Readonly<Record<ConflictCode, string>> = {
  exists: "What was to be made is there already",
  taken:
    "Another thing of this kind has this value (`name`) of this member already; names of users are compared without case and compatibility forms",
  name_reserved:
    "A deleted principal of this kind had this name, or a user gave this username up: it stays reserved, see [deleted names](../guides/management-api.md#deleted-names)",
  sign_in_name_taken:
    "This username is the email address of another user, or this address the username of another one, without case and compatibility forms",
  owner_missing: "It belongs to something of this kind that does not exist, or not any more",
  created_and_deleted: "One batch would make and delete the same assignment",
  in_use: "Others still need it: so many of them, `more` when these are not all",
  too_many_dependants: "More would have to go with it than one change can take",
  part_of_licet: "It is part of Licet itself and stays as it is",
  last_administrator: "Licet would have no administrator left",
  deletes_itself: "A caller cannot delete itself",
  disables_itself: "A caller cannot disable itself",
  user_disabled: "The user is disabled and could not sign in",
  secret_used_before: "This is or was one of its secrets",
  too_many_secrets: "It has as many live secrets as it can have",
  no_secret_for_type: "An application of this type cannot keep a secret",
  signs_in_with_key: "It signs in with its own key and has no secret",
  state_changed: "Another write has changed the state meanwhile",
  request_under_way: "The first request with this idempotency key has not ended",
  answer_lost:
    "The first request with this idempotency key had its effect, but its answer cannot be read any more",
  input: "The input contradicts the stored state: [`errors`](#issues-of-the-input) says where and what",
  other: "Anything else: `detail` says what",
};
