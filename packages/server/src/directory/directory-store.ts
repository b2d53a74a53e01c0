import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Entities, EntityKind } from "./change.ts";

/** A stored entity with the version and the times of its row. */
export interface Stored<T> {
  readonly value: T;
  /** The revision of its last change, which is its ETag. */
  readonly version: number;
  readonly createdAt: EpochSeconds;
  readonly updatedAt: EpochSeconds;
}

export interface Page<T> {
  readonly items: readonly Stored<T>[];
  /** The position of the last item, where the next page begins; absent on the last page. */
  readonly next?: string;
  /** How many entities match; only when the query asks for it. */
  readonly total?: Total;
}

/** The number of matches up to `MAX_TOTAL`; when there are more, or when counting would take long, a lower bound. */
export type Total = { readonly exactly: number } | { readonly atLeast: number };

export const MAX_TOTAL = 10_000;

/**
 * The order of a list: entities with the same value are in the order of ids. Entities without a value come last in
 * both directions. Texts are compared without regard to case, character by character.
 */
export interface ListSort {
  readonly by: string;
  readonly descending: boolean;
}

/** The filters of a list. Filters that do not apply to a kind are refused before this point. */
export interface ListFilter {
  /**
   * Exact matches: `principal`, `role`, `permission`, `at`, `group`, `member`, `application`, `owner`, `resource`,
   * `parent`, `inherits`, `type`, `enabled`. Null matches entities without a value.
   */
  readonly equals?: Readonly<Record<string, string | boolean | null>>;
  /**
   * Words. Each is the beginning of a word of the name, the username, the email address or the id, whichever the kind
   * has; case does not matter.
   */
  readonly search?: string;
}

export interface PageQuery {
  readonly after?: string;
  readonly limit: number;
  readonly filter?: ListFilter;
  readonly sort?: ListSort;
  /** Entities whose id, username or email address is the whole search come first, in the order of the list. */
  readonly exactFirst?: boolean;
  /** Count the matches as well. */
  readonly count?: boolean;
}

export interface DirectoryStore {
  find<K extends EntityKind>(kind: K, id: string): Promise<Stored<Entities[K]> | undefined>;
  /** The existing entities of these ids, each once, in any order. */
  findMany<K extends EntityKind>(kind: K, ids: readonly string[]): Promise<readonly Entities[K][]>;
  /**
   * At most `limit`, starting after the position `after` of the same filter, sort and `exactFirst`. Without `sort`, in
   * the order of ids, and the position is an id. The cost does not grow with the position.
   */
  page<K extends EntityKind>(kind: K, query: PageQuery): Promise<Page<Entities[K]>>;
  count(kind: EntityKind): Promise<number>;
  /** Assignments with this word in their condition; of assignments with the same grant and the same condition, one. */
  listConditionalAssignments(word: string): Promise<readonly Entities["assignment"][]>;
  /**
   * The entities that need this one, at most `limit`: assignments and roles for a role, grants and ceilings for a
   * permission, …
   */
  findUses(
    kind: EntityKind,
    id: string,
    limit: number,
  ): Promise<readonly { readonly kind: EntityKind; readonly id: string }[]>;
}

/** A secret that expires soon. */
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
  /** Secrets that are live at `from` and expire by `until`, the first to expire first. */
  page(query: {
    readonly from: EpochSeconds;
    readonly until: EpochSeconds;
    readonly after?: Pick<ExpiringSecret, "expiresAt" | "id">;
    readonly limit: number;
  }): Promise<readonly ExpiringSecret[]>;
}
