import type { EpochMilliseconds, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Generated } from "kysely";
import type { RowOf as EntityRowOf, IsSearched } from "../../directory/kinds/field.ts";
import type { EntityKind, KINDS } from "../../directory/kinds/kinds.ts";
import type {
  AUDIT_EVENT,
  CONSENT_ITEM,
  DELEGATION,
  INTERACTION,
  LOGO,
  LOGOUT_DELIVERY,
  NODE,
  PASSWORD_RESET,
  PUSHED_REQUEST,
  ROOT_KEY,
  SESSION,
  SIGNING_KEY,
} from "./records.ts";
import type { RowOf } from "./row-codec.ts";

/**
 * JSON as text: both engines store it unchanged. Queries search it only for references to an entity that is to be
 * deleted.
 */
type Json = string;
/** 0 or 1: SQLite has no booleans. */
type Flag = number;

/** On every row that a change set writes. `version` is the revision of its last change. */
interface Stamped {
  /** `entityId` of the change that wrote it. */
  id: string;
  version: number;
  created_at: EpochSeconds;
  updated_at: EpochSeconds;
}

/** On every row that lists find by a word. */
interface Searched extends Stamped {
  /** Its searched texts with a mark before each word, see `joinMarked`. */
  words: string;
}

/** The columns of entities that no field has. */
interface FurtherColumns {
  applications: {
    /** The time since which the application has each of its addresses. */
    redirect_registrations: Json;
    /** Set when a deleted application had this id: tokens of that application are older than this time. */
    recreated_at: EpochSeconds | null;
  };
  access_accounts: { recreated_at: EpochSeconds | null };
}

type RowOfKind<K extends EntityKind> = EntityRowOf<(typeof KINDS)[K]["fields"]> &
  (IsSearched<(typeof KINDS)[K]["fields"]> extends true ? Searched : Stamped) &
  ((typeof KINDS)[K]["table"] extends infer T extends keyof FurtherColumns ? FurtherColumns[T] : unknown);

export type EntitySchema = { [K in EntityKind as (typeof KINDS)[K]["table"]]: RowOfKind<K> };

export interface Database extends EntitySchema {
  /** One row. Its lock puts commits into one order. */
  revision: { id: number; value: number };
  /** The words that no index of the entity's own table finds; see `splitWords`. */
  entity_words: { kind: string; word: string; entity_id: string };
  change_log: { revision: number; at: EpochMilliseconds; actor: string; entries: Json };
  signing_keys: RowOf<typeof SIGNING_KEY>;
  root_keys: RowOf<typeof ROOT_KEY>;
  client_assertions: { id: string; expires_at: EpochSeconds };
  revoked_tokens: {
    id: string;
    expires_at: EpochSeconds;
    /** The audience of the token, until the revocation has a position in the log. */
    announce_to: Json | null;
  };
  /** Rows wait here until they have a position in the log. */
  revoked_subjects: { id: string; subject: string; issued_before: EpochSeconds; expires_at: EpochSeconds };
  revocations: {
    position: number;
    kind: string;
    /** The `jti`, the delegation or the subject. */
    revoked: string;
    issued_before: EpochSeconds | null;
    /** Names or identifiers of resources. Null: any resource may have a token that is concerned. */
    resources: Json | null;
    expires_at: EpochSeconds;
  };
  /** One row. Its lock puts the entries of the log into one order. */
  revocation_position: { id: number; value: number };
  idempotency_keys: {
    id: string;
    fingerprint: string;
    sealed_answer: string | null;
    claimed_at: EpochSeconds;
    /** 1 when the changes of the request were committed. */
    had_effect: Flag;
  };
  audit_events: RowOf<typeof AUDIT_EVENT> & {
    id: Generated<number>;
    /** `error` of the data. */
    error: string | null;
    /** The reasons of refused scopes: `,key_ceiling,not_granted,`. */
    refusals: string | null;
  };
  counters: { minute: number; name: string; label: string; count: number };
  hourly_counters: { hour: number; name: string; label: string; count: number };
  sessions: RowOf<typeof SESSION> & { token_hash: string };
  delegations: RowOf<typeof DELEGATION> & {
    code_hash: string;
    /** The members that never change and that no query searches. */
    details: Json;
    redeemed_at: EpochSeconds | null;
    ended_at: EpochSeconds | null;
    refresh_hash: string | null;
    previous_refresh_hash: string | null;
    rotated_at: EpochSeconds | null;
    sealed_refresh: string | null;
    idle_expires_at: EpochSeconds | null;
    absolute_expires_at: EpochSeconds | null;
    /** The end of its code, its session or its refresh token, whichever is last: after that it may be swept. */
    kept_until: EpochSeconds;
    /** No access token that was issued on it is valid for longer. Null before the first. */
    tokens_until: EpochSeconds | null;
    /** It was ended while access tokens were valid: their end, until the revocation has a position in the log. */
    announce_until: EpochSeconds | null;
  };
  interactions: RowOf<typeof INTERACTION> & {
    /** A hash, like that of the browser. */
    id: string;
    /** Set when the interaction led back to the application; `purpose` then holds little. */
    finished_at: EpochSeconds | null;
    /** `address:…` or `user:…`; null when the row counts for no holder. */
    held_by: string | null;
  };
  consents: RowOf<typeof CONSENT_ITEM> & { user_id: string; application_id: string };
  attempts: { id: string; count: number; expires_at: EpochSeconds };
  pushed_requests: RowOf<typeof PUSHED_REQUEST> & {
    id: string;
    /** Later than `expires_at` when a sign-in that began with the request is under way. */
    kept_until: EpochSeconds;
    /** The holder for which live rows are counted: a client, or a client at an address. */
    held_by: string | null;
  };
  logout_deliveries: RowOf<typeof LOGOUT_DELIVERY> & { due_at: EpochSeconds };
  application_logos: RowOf<typeof LOGO> & { application_id: string };
  /** `id` is the hash of the token. */
  password_resets: RowOf<typeof PASSWORD_RESET> & { id: string };
  /** `id` is the hash of the link's token, `opened_by` the hash of the token of the browser that opened it. */
  setup_links: { id: string; opened_by: string | null; expires_at: EpochSeconds };
  nodes: RowOf<typeof NODE>;
  /** `id` is a keyed hash, see `createHashName`. A user may take back a username that the same user gave up. */
  reserved_names: { id: string; user_id: string | null; reserved_at: EpochSeconds; released: Flag };
  /**
   * Folded names for the login page (`foldSignInName`) that differ from `folded_username` or `folded_email` of the user.
   * `member` is `username` or `email`.
   */
  sign_in_names: { user_id: string; member: string; name: string };
  /** `id` is a keyed hash of the limited subject. */
  limit_counts: {
    id: string;
    name: string;
    count: number;
    expires_at: EpochSeconds;
    changed_at: EpochMilliseconds;
  };
  meta: { key: string; value: string };
}
