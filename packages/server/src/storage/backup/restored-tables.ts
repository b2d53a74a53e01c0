import type { Database } from "../schema.ts";

/**
 * What a restore does with the rows of each table. The compiler asks for every table of the schema, so that a new one is
 * thought about: what was spent after the backup must not be usable again after the restore.
 *
 * - `keep`: the state as it was, or a mark that something must not be used again.
 * - `end`: usable once or for a while, and perhaps used since the backup. `end-issued.ts` ends them.
 * - `move`: a position that readers remember. It continues above every position that a reader may have seen.
 * - `clear`: true of the servers and readers of the backed-up database only.
 */
export const RESTORED_TABLES = {
  resources: "keep",
  permissions: "keep",
  roles: "keep",
  // Before the tables that refer to them, since rows are restored in this order.
  groups: "keep",
  group_members: "keep",
  instances: "keep",
  assignments: "keep",
  applications: "keep",
  application_logos: "keep",
  access_accounts: "keep",
  secrets: "keep",
  users: "keep",
  sign_in_names: "keep",
  entity_words: "keep",
  reserved_names: "keep",
  consents: "keep",
  signing_keys: "keep",
  root_keys: "keep",
  meta: "keep",
  counters: "keep",
  hourly_counters: "keep",
  attempts: "keep",
  limit_counts: "keep",
  // Marks of what was used or revoked. Those made after the backup are lost; see `createAuthenticateClient` for
  // assertions.
  client_assertions: "keep",
  revoked_tokens: "keep",
  revoked_subjects: "keep",
  revocations: "keep",
  // The effects that these answers tell of are in the backup, too.
  idempotency_keys: "keep",
  // Sent again if in doubt: the sessions that they are about have ended.
  logout_deliveries: "keep",
  sessions: "end",
  delegations: "end",
  interactions: "end",
  pushed_requests: "end",
  password_resets: "end",
  setup_links: "end",
  revision: "move",
  revocation_position: "move",
  audit_events: "move",
  change_log: "clear",
  nodes: "clear",
} as const satisfies Readonly<Record<keyof Database, "keep" | "end" | "move" | "clear">>;

export const BACKED_UP_TABLES = Object.keys(RESTORED_TABLES) as readonly (keyof Database)[];
