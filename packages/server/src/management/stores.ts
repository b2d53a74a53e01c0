import type { EpochMilliseconds, EpochSeconds } from "../core/time.ts";
import type { Entities, EntityKind } from "../state/change.ts";
import type { ClaimedKey } from "../state/stores.ts";

/** A stored thing with what an administrator wants to know about the row. */
export interface Stored<T> {
  readonly value: T;
  /** The revision of its last change: its ETag. */
  readonly version: number;
  readonly createdAt: EpochSeconds;
  readonly updatedAt: EpochSeconds;
}

export interface Page<T> {
  readonly items: readonly Stored<T>[];
  /** The id after which the next page begins; absent on the last one. */
  readonly next?: string;
}

/** What lists can be narrowed by. Members that do not apply to a kind are refused before they get here. */
export interface ListFilter {
  /** Exact matches: `principal`, `role`, `permission`, `at`, `group`, `member`, `application`, `owner`, `resource`, `parent`, `inherits`, `type`, `enabled`. Null: has none. */
  readonly equals?: Readonly<Record<string, string | boolean | null>>;
  /** The beginning of a name, a username, an email address or an id, whichever the kind has; case does not matter. */
  readonly search?: string;
}

export interface DirectoryStore {
  get<K extends EntityKind>(kind: K, id: string): Promise<Stored<Entities[K]> | undefined>;
  /** Those of these ids that are there, each once, in any order. */
  many<K extends EntityKind>(kind: K, ids: readonly string[]): Promise<readonly Entities[K][]>;
  /** In the order of ids, at most `limit`, from behind `after`. Cost does not grow with the position. */
  page<K extends EntityKind>(
    kind: K,
    query: { readonly after?: string; readonly limit: number; readonly filter?: ListFilter },
  ): Promise<Page<Entities[K]>>;
  count(kind: EntityKind): Promise<number>;
  /** Assignments with this word in their condition; of those that give the same under the same condition, one. */
  conditionalAssignments(word: string): Promise<readonly Entities["assignment"][]>;
  /** Who still needs this, at most `limit`: assignments and roles for a role, grants and ceilings for a permission, … */
  usesOf(
    kind: EntityKind,
    id: string,
    limit: number,
  ): Promise<readonly { readonly kind: EntityKind; readonly id: string }[]>;
}

/** A secret that will be of no use before long. */
export interface ExpiringSecret {
  readonly id: string;
  readonly hint: string;
  readonly expiresAt: EpochSeconds;
  readonly owner: {
    readonly kind: "application" | "access_account";
    readonly id: string;
    readonly applicationId: string;
  };
}

export interface ExpiringSecretStore {
  /** Those that are live at `from` and end by `until`, the next to end first. */
  page(query: {
    readonly from: EpochSeconds;
    readonly until: EpochSeconds;
    readonly after?: Pick<ExpiringSecret, "expiresAt" | "id">;
    readonly limit: number;
  }): Promise<readonly ExpiringSecret[]>;
}

/** A server that runs on this database. */
export interface ServerNode {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly engine: "sqlite" | "postgres";
  readonly startedAt: EpochSeconds;
  readonly seenAt: EpochSeconds;
  /** Of the permission data: the newest that it had heard of when it was last seen. */
  readonly revision: number;
  /** Names the values of LICET_SECRET that it holds. */
  readonly secretIds: readonly string[];
}

export interface NodeStore {
  beat(node: ServerNode): Promise<void>;
  leave(id: string): Promise<void>;
  /** The oldest first. */
  seenSince(time: EpochSeconds): Promise<readonly ServerNode[]>;
}

export interface LoggedChange {
  readonly revision: number;
  readonly at: EpochMilliseconds;
  readonly actor: string;
  readonly changes: readonly {
    readonly op: "put" | "delete";
    readonly kind: EntityKind;
    readonly id: string;
  }[];
}

export interface ChangeLogStore {
  /** Oldest first. `complete` is false when the log was swept past `after`: the reader must start over. */
  after(
    revision: number,
    limit: number,
  ): Promise<{ readonly changes: readonly LoggedChange[]; readonly complete: boolean }>;
}

export type IdempotencyClaim =
  | { readonly state: "new"; readonly claimed: ClaimedKey }
  | { readonly state: "done"; readonly sealedAnswer: string }
  | { readonly state: "under_way" }
  /** It had its effect, but the node that made it has died before it could keep the answer. */
  | { readonly state: "answer_lost" }
  | { readonly state: "other_request" };

export interface IdempotencyStore {
  /**
   * Claims the key by one statement: of many requests with it, exactly one is `new`. A request that has neither ended
   * nor had its effect within `ABANDONED_AFTER_SECONDS` has died, and the same request may claim its key again.
   */
  claim(key: string, fingerprint: string, now: EpochSeconds): Promise<IdempotencyClaim>;
  finish(claimed: ClaimedKey, sealedAnswer: string): Promise<void>;
  /** The request failed: the key may be used again. */
  release(claimed: ClaimedKey): Promise<void>;
}

/** Far longer than a request is answered for. */
export const ABANDONED_AFTER_SECONDS = 60;

/** Everything that expires, swept together. */
export interface SweptStore {
  /**
   * Deletes what is of no more use, at most `limit` rows of a kind, and says how many went. With `mayGoOn`, until nothing
   * is left: it is asked after each full batch, and may take its time.
   */
  sweep(now: EpochSeconds, limit: number, mayGoOn?: () => Promise<boolean>): Promise<number>;
}
